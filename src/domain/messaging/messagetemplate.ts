import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, longText, name, richText, text } from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { channels } from './channels.ts'
import type { TemplateWords } from './template/render-template.ts'
import {
  type ContextName,
  contextNames,
  standardOf,
  type TemplateKey,
  templateKeys,
} from './template/standards.ts'
import { fieldErrors } from './template/template-errors.ts'
import { SOURCE_LIMIT } from './template/template-tree.ts'

/** The words of a message: a base text, a part repeated for each row of a list, and HTML. */
export const messagetemplate = entity({
  name: 'messagetemplate',
  plural: 'messagetemplates',
  label: 'Message template',
  labelPlural: 'Message templates',
  title: 'name',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  fields: {
    name: name().unique('nameConflict'),
    type: choice(...channels)
      .required()
      .label('Channel'),
    // The mail that has these words; a template without one is chosen by hand.
    key: choice(...templateKeys).label('Used for'),
    context: choice(...contextNames)
      .required()
      .label('About')
      .initially('customer'),
    purpose: choice('promotional', 'service').required().initially('service'),
    tone: choice('normal', 'final', 'disconnection')
      .required()
      .initially('normal')
      .hint('Final words and talk of disconnection never go to whom power keeps alive.'),
    subject: text(400),
    text_base: longText(SOURCE_LIMIT).label('Text'),
    text_loop: longText(10_000)
      .label('Repeated part')
      .hint('Printed once for every row of a list.'),
    html: richText()
      .label('HTML')
      .hint('Left empty, it is made from the text: paragraphs and links.'),
    is_active: flag().label('In use').initially(true),
  },
  list: ['name', 'type', 'subject', 'is_active', 'modified_at'],
  form: {
    Template: ['name', 'type', 'context', 'purpose', 'tone', 'is_active'],
    Words: ['subject', 'text_base', 'text_loop', 'html'],
  },
  search: ['name', 'subject'],
  order: 'name',
  check: (row) => [...keyErrors(row), ...wordErrors(row)],
})
export type MessageTemplate = Row<typeof messagetemplate>

/** What the rules between its fields look at. */
interface CheckedRow extends Partial<TemplateWords> {
  key?: TemplateKey | null
  context?: ContextName
  purpose?: string
}

function keyErrors({ key, context, purpose }: CheckedRow): FieldError[] {
  if (!key) return []
  const standard = standardOf(key)
  const refuse = (field: string, message: string) => ({ field, code: 'bad_request', message })
  return [
    ...(context && context !== standard.context
      ? [refuse('context', `${standard.name}: it is about “${standard.context}”.`)]
      : []),
    ...(purpose === 'promotional'
      ? [refuse('purpose', 'It is a service to the customer, not promotion.')]
      : []),
  ]
}

function wordErrors(row: CheckedRow): FieldError[] {
  const { context = 'customer', key = null } = row
  const { subject = null, text_base = null, text_loop = null, html = null } = row
  const errors = fieldErrors({ subject, text_base, text_loop, html, context, key })
  if (!key || errors.length > 0) return errors
  const empty = (['subject', 'text_base'] as const).filter((part) => !row[part]?.trim())
  return empty.map((field) => ({ field, code: 'bad_request', message: 'Say something here.' }))
}
