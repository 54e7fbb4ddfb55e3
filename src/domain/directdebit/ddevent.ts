import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, ref, text, timestamp } from '#domain/kit/field.ts'
import { causeWords } from './provider-words.ts'

/** What the provider said happened, and what we made of it. */
export const ddevent = entity({
  name: 'ddevent',
  plural: 'ddevents',
  label: 'Direct debit event',
  labelPlural: 'Direct debit events',
  title: 'action',
  access: { read: 'manager', write: 'padmin', remove: 'padmin' },
  fields: {
    event_id: text(60).required().readonly().label('Provider’s number'),
    happened_at: timestamp().required().readonly(),
    resource_type: text(40).required().readonly().label('About'),
    action: text(60).required().readonly(),
    // As it came: the provider may name one that is new to us.
    cause: text(60).inWords(causeWords).readonly(),
    origin: text(40).readonly(),
    description: text(500).readonly(),
    will_attempt_retry: flag().readonly().label('The provider tries again'),
    event_status: choice('waiting', 'applied', 'ignored')
      .required()
      .readonly()
      .initially('waiting')
      .label('Status'),
    message: text(500).readonly().label('What became of it'),
    customer_id: ref('customer').readonly(),
    mandate_id: ref('mandate').readonly(),
    invoicepayment_id: ref('invoicepayment').readonly(),
    payout_id: ref('payout').readonly(),
  },
  list: [
    'happened_at',
    'resource_type',
    'action',
    'cause',
    'customer_id',
    'event_status',
    'message',
  ],
  form: { Event: ['event_id', 'happened_at', 'resource_type', 'action', 'cause', 'description'] },
  search: [],
  order: '-happened_at',
})

export type DdEvent = Row<typeof ddevent>
