import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, longText, ref, text } from '#domain/kit/field.ts'
import { channels } from './channels.ts'

/** A contact that must not be written to; every sending asks this list first. */
export const messageblacklist = entity({
  name: 'messageblacklist',
  plural: 'messageblacklists',
  label: 'Opted out contact',
  title: 'contact',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    contact: text(254).required().atLeast(3, 'numberTooShort').unique('numberConflict'),
    type: choice(...channels, 'all')
      .required()
      .label('Channel'),
    reason: longText(1000),
    customer_id: ref('customer'),
  },
  list: ['contact', 'type', 'reason', 'customer_id', 'created_at'],
  form: { 'Opted out contact': ['contact', 'type', 'reason', 'customer_id'] },
  search: ['contact', 'reason'],
  order: '-created_at',
})
export type MessageBlacklist = Row<typeof messageblacklist>
