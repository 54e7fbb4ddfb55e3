import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, longText, name, timestamp } from '#domain/kit/field.ts'

/** What the platform tells everybody: maintenance, news. It is shown until it expires. */
export const notification = entity({
  name: 'notification',
  plural: 'notifications',
  title: 'subject',
  scope: 'platform',
  access: { read: 'padmin', write: 'padmin', remove: 'padmin' },
  fields: {
    subject: name(),
    text_plain: longText(2000).label('Text'),
    importance: choice('information', 'attention', 'urgent').initially('information'),
    starts_at: timestamp().label('Shown from'),
    expires_at: timestamp().label('Shown until'),
  },
  list: ['subject', 'importance', 'starts_at', 'expires_at', 'created_at'],
  form: { Notification: ['subject', 'text_plain', 'importance', 'starts_at', 'expires_at'] },
  search: ['subject', 'text_plain'],
  order: '-created_at',
})
export type Notification = Row<typeof notification>
