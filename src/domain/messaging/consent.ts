import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, longText, ref, text } from '#domain/kit/field.ts'
import { channels } from './channels.ts'
import { consentPurposes } from './checks/consented.ts'

/** Who agreed to what, how, and who took it back. The last line holds; none is ever changed. */
export const consent = entity({
  name: 'consent',
  plural: 'consents',
  title: 'contact',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    customer_id: ref('customer'),
    contact: text(254).hint('Left empty: the customer’s own address.'),
    channel: choice(...channels).required(),
    purpose: choice(...consentPurposes).required(),
    state: choice('given', 'withdrawn').required().initially('given'),
    how: longText(1000)
      .required()
      .atLeast(3, 'badRequest')
      .label('How it was given or withdrawn')
      .hint('Such as: on the phone, 3 May, asked by Aroha.'),
    words: longText(4000).label('Words they were shown'),
    file_id: ref('file').label('Evidence'),
    actor_name: text().readonly().label('Noted by'),
  },
  list: ['contact', 'channel', 'purpose', 'state', 'how', 'actor_name', 'created_at'],
  form: {
    Consent: ['customer_id', 'channel', 'purpose', 'state', 'contact', 'how', 'words', 'file_id'],
  },
  search: ['contact', 'how'],
  order: '-created_at',
  check: ({ customer_id, contact }) =>
    customer_id || contact
      ? []
      : [{ field: 'customer_id', code: 'bad_request', message: 'Say whose consent it is.' }],
})
export type Consent = Row<typeof consent>
