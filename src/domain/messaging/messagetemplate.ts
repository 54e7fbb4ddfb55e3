import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, longText, name, richText, text } from '#domain/kit/field.ts'

export const channels = ['email', 'sms'] as const

/** The words of a message: a base text, a part repeated for each row of a list, and HTML. */
export const messagetemplate = entity({
  name: 'messagetemplate',
  plural: 'messagetemplates',
  label: 'Message template',
  title: 'name',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  fields: {
    name: name().unique('nameConflict'),
    type: choice(...channels)
      .required()
      .label('Channel'),
    subject: text(),
    text_base: longText().label('Text'),
    text_loop: longText(2000).label('Repeated part').hint('Printed once for every row of a list.'),
    html: richText().label('HTML'),
    is_active: flag().label('In use').initially(true),
  },
  list: ['name', 'type', 'subject', 'is_active', 'modified_at'],
  form: {
    Template: ['name', 'type', 'subject', 'is_active'],
    Words: ['text_base', 'text_loop', 'html'],
  },
  search: ['name', 'subject'],
  order: 'name',
})
export type MessageTemplate = Row<typeof messagetemplate>
