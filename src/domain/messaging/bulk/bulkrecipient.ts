import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, ref, text } from '#domain/kit/field.ts'
import { leftOutNames } from './left-out.ts'
import { recipientStates } from './outcome.ts'

/** One of many: where it goes and how far it got, or why it does not go. Changed by nobody. */
export const bulkrecipient = entity({
  name: 'bulkrecipient',
  plural: 'bulkrecipients',
  label: 'Recipient',
  labelPlural: 'Recipients',
  title: 'address',
  access: { read: 'user', write: 'padmin', remove: 'padmin' },
  fields: {
    bulk_id: ref('bulkmessage').required().readonly().part().label('Bulk message'),
    customer_id: ref('customer').required().readonly().part(),
    channel: choice('email', 'sms').readonly(),
    address: text(254).readonly(),
    state: choice(...recipientStates)
      .required()
      .readonly(),
    reason: choice(...leftOutNames)
      .readonly()
      .label('Left out'),
    why: text(500).readonly(),
    message_id: ref('message').readonly().part(),
  },
  list: ['customer_id', 'channel', 'address', 'state', 'reason', 'why', 'message_id'],
  form: {},
  search: [],
  order: 'id',
})
export type BulkRecipient = Row<typeof bulkrecipient>
