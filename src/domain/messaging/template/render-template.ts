import { beginningOf } from '#domain/kit/storable.ts'
import { MAIL_HTML_LIMIT, MAIL_TEXT_LIMIT } from '#domain/mail/mail-limits.ts'
import type { MergeValue, MergeValues, TemplateContext } from './template-context.ts'
import { escaped, htmlOf } from './template-html.ts'
import { parseTemplate, type TemplateNode } from './template-tree.ts'

export const ROW_LIMIT = 500

/** The words of a template, as they are typed. */
export interface TemplateWords {
  subject: string | null
  text_base: string | null
  text_loop: string | null
  html: string | null
}

export interface Rendering {
  subject: string
  text: string
  html: string
  /** Fields that were to be printed and are empty, in the order in which they came up. */
  empty: string[]
}

/** More than a mail may hold; whoever sends it says so instead. */
export class TemplateTooLong extends Error {
  constructor() {
    super('It would be longer than a mail may be.')
  }
}

/** Prints a template with the values of one record: plain in the text, escaped in the HTML. */
export function renderTemplate(
  words: TemplateWords,
  context: TemplateContext,
  values: MergeValues,
): Rendering {
  const empty = new Set<string>()
  const { subject, text } = plainParts(words, context, values, empty)
  const html = words.html
    ? new Printer(context, values, markup, words.text_loop, empty).print(words.html)
    : htmlOf(text)
  if (html.length > MAIL_HTML_LIMIT) throw new TemplateTooLong()
  return { subject, text, html, empty: [...empty] }
}

/** The same without HTML that is only made from the text, for whoever looks at very many. */
export function renderPlain(
  words: TemplateWords,
  context: TemplateContext,
  values: MergeValues,
): Omit<Rendering, 'html'> & Partial<Pick<Rendering, 'html'>> {
  if (words.html) return renderTemplate(words, context, values)
  const empty = new Set<string>()
  return { ...plainParts(words, context, values, empty), empty: [...empty] }
}

function plainParts(
  words: TemplateWords,
  context: TemplateContext,
  values: MergeValues,
  empty: Set<string>,
) {
  const printer = () => new Printer(context, values, plain, words.text_loop, empty)
  const subject = oneLine(printer().print(words.subject ?? ''))
  const text = `${textWithRows(words, printer()).trimEnd()}\n`
  if (text.length > MAIL_TEXT_LIMIT) throw new TemplateTooLong()
  return { subject, text }
}

/** Where no {{loop}} says where the rows are printed, they come at the end. */
function textWithRows({ text_base, text_loop }: TemplateWords, printer: Printer): string {
  const base = text_base ?? ''
  const text = printer.print(base)
  if (!text_loop || hasLoop(base)) return text
  const rows = printer.rows()
  return rows ? `${text.trimEnd()}\n\n${rows}` : text
}

const hasLoop = (source: string) => parsed(source).some(isLoop)
const isLoop = (node: TemplateNode): boolean =>
  node.kind === 'loop' || ('inside' in node && node.inside.some(isLoop))

const oneLine = (text: string) => beginningOf(text.replace(/\s+/g, ' ').trim(), 400)

interface Medium {
  value(text: string): string
  line: string
}

const plain: Medium = { value: (text) => text.replaceAll('\r', ''), line: '\n' }
const markup: Medium = { value: (text) => escaped(text).replaceAll('\n', '<br>'), line: '<br>' }

const trees = new Map<string, TemplateNode[]>()
const KEPT_TREES = 200

/** Each template is read once, however many letters are printed with it. */
function parsed(source: string): TemplateNode[] {
  const known = trees.get(source)
  if (known) return known
  const { nodes } = parseTemplate(source)
  const [oldest] = trees.keys()
  if (trees.size >= KEPT_TREES && oldest !== undefined) trees.delete(oldest)
  trees.set(source, nodes)
  return nodes
}

type KnownValues = ReadonlyMap<string, MergeValue>

/** Only what a context names is ever looked up, and only in these maps. */
function allowed(
  names: readonly string[],
  values: Readonly<Record<string, MergeValue>>,
): KnownValues {
  return new Map(
    names.map((name) => [name, Object.hasOwn(values, name) ? (values[name] ?? null) : null]),
  )
}

class Printer {
  readonly #context: TemplateContext
  readonly #fields: KnownValues
  readonly #rows: readonly KnownValues[]
  readonly #more: number
  readonly #medium: Medium
  readonly #loop: string | null
  readonly #empty: Set<string>
  #out: string[] = []
  #length = 0

  constructor(
    context: TemplateContext,
    values: MergeValues,
    medium: Medium,
    loop: string | null,
    empty: Set<string>,
  ) {
    this.#context = context
    this.#fields = allowed(Object.keys(context.fields), values.fields)
    const names = Object.keys(context.rows?.fields ?? {})
    this.#rows = context.rows
      ? values.rows.slice(0, ROW_LIMIT).map((row) => allowed(names, row))
      : []
    this.#more = context.rows ? values.rows.length - this.#rows.length : 0
    this.#medium = medium
    this.#loop = loop
    this.#empty = empty
  }

  print(source: string): string {
    this.#out = []
    this.#nodes(parsed(source), null)
    return this.#out.join('')
  }

  /** The repeated part, one row below the other. */
  rows(): string {
    this.#out = []
    this.#loopRows()
    return this.#out.join('')
  }

  #add(words: string): void {
    this.#length += words.length
    if (this.#length > MAIL_HTML_LIMIT) throw new TemplateTooLong()
    this.#out.push(words)
  }

  #nodes(nodes: readonly TemplateNode[], row: KnownValues | null): void {
    for (const node of nodes) {
      if (node.kind === 'words') this.#add(node.words)
      else if (node.kind === 'field') this.#field(node.name, node.otherwise, row)
      else if (node.kind === 'loop') this.#loopRows()
      else if (node.kind === 'each') this.#eachRow(node.inside)
      else if (this.#isSo(node.name, row)) this.#nodes(node.inside, row)
    }
  }

  #valueOf(name: string, row: KnownValues | null): MergeValue {
    return (row?.has(name) ? row.get(name) : this.#fields.get(name)) ?? null
  }

  #isSo(name: string, row: KnownValues | null): boolean {
    if (name === 'rows') return this.#rows.length > 0
    const value = this.#valueOf(name, row)
    return typeof value === 'string' ? value.trim() !== '' : value === true
  }

  #field(name: string, otherwise: string | null, row: KnownValues | null): void {
    const value = this.#valueOf(name, row)
    const text = typeof value === 'string' ? value : ''
    if (text.trim() !== '') this.#add(this.#medium.value(text))
    else if (otherwise !== null) this.#add(this.#medium.value(otherwise))
    else {
      this.#empty.add(name)
      this.#add(this.#medium.value(`[${this.#labelOf(name)}]`))
    }
  }

  #labelOf(name: string): string {
    const { fields, rows } = this.#context
    const field = Object.hasOwn(fields, name) ? fields[name] : rows?.fields[name]
    return field?.label ?? name
  }

  #eachRow(inside: readonly TemplateNode[]): void {
    for (const row of this.#rows) this.#nodes(inside, row)
    if (this.#more > 0) this.#add(`… and ${this.#more} more${this.#medium.line}`)
  }

  #loopRows(): void {
    const source = this.#loop?.replaceAll('\r\n', '\n').replace(/\n$/, '') ?? ''
    this.#rows.forEach((row, place) => {
      if (place > 0) this.#add(this.#medium.line)
      this.#nodes(parsed(source), row)
    })
    if (this.#more > 0) this.#add(`${this.#medium.line}… and ${this.#more} more`)
  }
}
