import { nearestName } from './nearest-name.ts'
import type { MergeField, TemplateContext } from './template-context.ts'
import type { Place, TagPlace } from './template-tokens.ts'
import {
  FAULT_LIMIT,
  fault,
  type TemplateFault,
  type TemplateNode,
  type TemplateTree,
} from './template-tree.ts'

/** Where the words stand decides what they may print, and how. */
export type TemplatePart = 'subject' | 'text_base' | 'text_loop' | 'html'

interface Surroundings {
  part: TemplatePart
  context: TemplateContext
  /** The label of a context that knows a name which this one does not. */
  otherWith: (name: string) => string | null
}

/** Everything of a template that its context does not allow, with its place. */
export function faultsOf(tree: TemplateTree, given: Surroundings): TemplateFault[] {
  const checker = new Checker(given, [...tree.faults])
  checker.visit(tree.nodes, given.part === 'text_loop')
  const byPlace = (a: Place, b: Place) => a.line - b.line || a.column - b.column
  return checker.faults.slice(0, FAULT_LIMIT).sort(byPlace)
}

type NodeOf<K extends TemplateNode['kind']> = Extract<TemplateNode, { kind: K }>

class Checker {
  readonly faults: TemplateFault[]
  readonly #given: Surroundings
  readonly #rowFields: Readonly<Record<string, MergeField>>

  constructor(given: Surroundings, faults: TemplateFault[]) {
    this.#given = given
    this.#rowFields = given.context.rows?.fields ?? {}
    this.faults = faults
  }

  visit(nodes: readonly TemplateNode[], isInRow: boolean): void {
    for (const node of nodes) {
      if (this.faults.length >= FAULT_LIMIT) return
      if (node.kind === 'field') this.#field(node, isInRow)
      else if (node.kind === 'loop') this.#rows(node.at, isInRow)
      else if (node.kind === 'each') this.#each(node, isInRow)
      else if (node.kind === 'if') this.#if(node, isInRow)
    }
  }

  #refuse(at: Place, message: string, nearest: string | null = null): void {
    this.faults.push(fault(at, message, nearest))
  }

  #known(name: string, isInRow: boolean): MergeField | undefined {
    const { fields } = this.#given.context
    if (isInRow && Object.hasOwn(this.#rowFields, name)) return this.#rowFields[name]
    return Object.hasOwn(fields, name) ? fields[name] : undefined
  }

  #field(node: NodeOf<'field'>, isInRow: boolean): void {
    const field = this.#known(node.name, isInRow)
    if (!field) this.#unknown(node, isInRow)
    else if (typeof field.sample === 'boolean')
      this.#refuse(node.at, `{{${node.name}}} is yes or no: ask for it with {{#if ${node.name}}}.`)
    else if (this.#given.part === 'html' && node.at.isInTag && !isAddress(node))
      this.#refuse(node.at, 'Only a link may stand inside a tag, as in <a href="{{link}}">.')
  }

  #if(node: NodeOf<'if'>, isInRow: boolean): void {
    if (node.name !== 'rows' && !this.#known(node.name, isInRow)) this.#unknown(node, isInRow)
    this.visit(node.inside, isInRow)
  }

  #each(node: NodeOf<'each'>, isInRow: boolean): void {
    if (node.name !== 'rows')
      this.#refuse(node.at, 'Write {{#each rows}}: it is called rows everywhere.', 'rows')
    else this.#rows(node.at, isInRow)
    this.visit(node.inside, true)
  }

  /** Whether rows can be printed here at all. */
  #rows(at: Place, isInRow: boolean): void {
    const { part, context } = this.#given
    if (part === 'subject') this.#refuse(at, 'A subject has no rows.')
    else if (isInRow) this.#refuse(at, 'This is part of one row already.')
    else if (!context.rows) this.#refuse(at, `“${context.label}” has no rows to print.`)
  }

  #unknown({ name, at }: { name: string; at: Place }, isInRow: boolean): void {
    const { context, otherWith } = this.#given
    if (Object.hasOwn(this.#rowFields, name)) {
      const where = 'it stands in the repeated part, or between {{#each rows}} and {{/each}}.'
      this.#refuse(at, `{{${name}}} belongs to each row: ${where}`, name)
      return
    }
    const rowNames = isInRow ? Object.keys(this.#rowFields) : []
    const nearest = nearestName(name, [...Object.keys(context.fields), ...rowNames])
    const other = otherWith(name)
    const what = other
      ? `{{${name}}} belongs to “${other}”, not to “${context.label}”.`
      : `There is no field {{${name}}} here.`
    this.#refuse(at, nearest ? `${what} Did you mean {{${nearest}}}?` : what, nearest)
  }
}

const isAddress = ({ name, at }: { name: string; at: TagPlace }) =>
  name === 'link' && at.before.endsWith('href="')
