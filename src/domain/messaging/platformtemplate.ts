import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, longText, richText, text } from '#domain/kit/field.ts'
import { standardOf, templateKeys } from './template/standards.ts'
import { fieldErrors } from './template/template-errors.ts'
import { SOURCE_LIMIT } from './template/template-tree.ts'

/** The platform's own words for a mail, which every organisation has that gives it none. */
export const platformtemplate = entity({
  name: 'platformtemplate',
  plural: 'platformtemplates',
  label: 'Standard of the platform',
  labelPlural: 'Standards of the platform',
  title: 'key',
  scope: 'platform',
  access: { read: 'padmin', write: 'padmin', remove: 'padmin' },
  fields: {
    key: choice(...templateKeys)
      .required()
      .label('Used for'),
    tone: choice('normal', 'final', 'disconnection')
      .required()
      .initially('normal')
      .hint('Final words and talk of disconnection never go to whom power keeps alive.'),
    subject: text(400).required(),
    text_base: longText(SOURCE_LIMIT).required().label('Text'),
    text_loop: longText(10_000)
      .label('Repeated part')
      .hint('Printed once for every row of a list.'),
    html: richText()
      .label('HTML')
      .hint('Left empty, it is made from the text: paragraphs and links.'),
  },
  list: ['key', 'subject', 'modified_at'],
  form: { Words: ['tone', 'subject', 'text_base', 'text_loop', 'html'] },
  search: ['subject'],
  order: 'key',
  check: ({ key, subject = null, text_base = null, text_loop = null, html = null }) => {
    if (!key) return []
    const { context } = standardOf(key)
    return fieldErrors({ subject, text_base, text_loop, html, context, key })
  },
})
export type PlatformTemplate = Row<typeof platformtemplate>
