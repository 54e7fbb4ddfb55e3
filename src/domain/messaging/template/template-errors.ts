import type { FieldError } from '#domain/kit/problem.ts'
import { faultsOf, type TemplatePart } from './check-template.ts'
import type { TemplateWords } from './render-template.ts'
import type { TemplateKey } from './standards.ts'
import { type ContextName, contextNames, standardOf, templateContexts } from './standards.ts'
import { parseTemplate, type TemplateFault, type TemplateNode } from './template-tree.ts'

/** Something in one part of a template that cannot stay as it is. */
export interface TemplateError extends TemplateFault {
  field: TemplatePart
}

interface CheckedTemplate extends TemplateWords {
  context: ContextName
  key: TemplateKey | null
}

/** Everything that keeps a template from being saved, part by part. */
export function templateErrors(given: CheckedTemplate): TemplateError[] {
  const parts = ['subject', 'text_base', 'text_loop', 'html'] as const
  const context = templateContexts[given.context]
  const errors = parts.flatMap((part) => {
    const tree = parseTemplate(given[part] ?? '')
    const faults = faultsOf(tree, { part, context, otherWith })
    return faults.map((fault) => ({ field: part, ...fault }))
  })
  return errors.length > 0 || given.key === null ? errors : missing(given, given.key)
}

/** The label of a context that knows the name. */
function otherWith(name: string): string | null {
  const knows = contextNames.find((one) => {
    const { fields, rows } = templateContexts[one]
    return Object.hasOwn(fields, name) || (rows !== null && Object.hasOwn(rows.fields, name))
  })
  return knows ? templateContexts[knows].label : null
}

/** A mail without what it is for would help nobody: an offer needs its link. */
function missing(words: TemplateWords, key: TemplateKey): TemplateError[] {
  const { needs, context } = standardOf(key)
  const bodies = [
    ['text_base', `${words.text_base ?? ''}\n${words.text_loop ?? ''}`],
    ...(words.html ? ([['html', words.html]] as const) : []),
  ] as const
  return bodies.flatMap(([field, source]) => {
    const printed = namesIn(parseTemplate(source).nodes)
    return needs
      .filter((name) => !printed.has(name))
      .map((name) => ({
        field,
        line: 1,
        column: 1,
        message: `This mail needs {{${name}}}: ${labelOf(context, name)}.`,
        nearest: name,
      }))
  })
}

function labelOf(context: ContextName, name: string): string {
  const fields: Record<string, { label: string }> = templateContexts[context].fields
  return fields[name]?.label ?? name
}

function namesIn(nodes: readonly TemplateNode[]): Set<string> {
  return new Set(
    nodes.flatMap((node) => {
      if (node.kind === 'field') return [node.name]
      return 'inside' in node ? [...namesIn(node.inside)] : []
    }),
  )
}

/** The same in the words of a refused form, each with its line and column. */
export function fieldErrors(given: CheckedTemplate): FieldError[] {
  return templateErrors(given).map(({ field, line, column, message, nearest }) => ({
    field,
    code: 'bad_request',
    message: placed({ line, column, message }),
    line,
    column,
    ...(nearest ? { nearest } : {}),
  }))
}

export const placed = ({ line, column, message }: Omit<TemplateFault, 'nearest'>) =>
  `Line ${line}, column ${column}: ${message}`
