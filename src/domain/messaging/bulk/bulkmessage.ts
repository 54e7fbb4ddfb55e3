import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  flag,
  integer,
  json,
  longText,
  name,
  ref,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { messagePurposes } from '#domain/messaging/sms/sms-text.ts'
import { fieldErrors } from '#domain/messaging/template/template-errors.ts'
import { SOURCE_LIMIT } from '#domain/messaging/template/template-tree.ts'
import { audienceErrors } from './audience.ts'
import { bulkmessageMachine, bulkStates } from './bulkmessage-machine.ts'
import { channelOrders } from './channel-order.ts'

/** One message to many customers: whom it goes to, its words, and how far it has come. */
export const bulkmessage = entity({
  name: 'bulkmessage',
  plural: 'bulkmessages',
  label: 'Bulk message',
  labelPlural: 'Bulk messages',
  title: 'name',
  access: { read: 'user', write: 'manager', remove: 'manager' },
  machine: bulkmessageMachine,
  fields: {
    name: name(),
    state: choice(...bulkStates)
      .required()
      .readonly()
      .initially('draft'),
    channels: choice(...channelOrders)
      .required()
      .initially('email'),
    purpose: choice(...messagePurposes)
      .required()
      .initially('service'),
    audience: json().label('Recipients'),
    // Words of a template, or one's own.
    template_id: ref('messagetemplate')
      .part()
      .label('Template of the email')
      .hint('Left empty, the words below are sent.'),
    sms_template_id: ref('messagetemplate')
      .part()
      .label('Template of the SMS')
      .hint('Left empty, the words below are sent.'),
    subject: text(400),
    text_base: longText(SOURCE_LIMIT).label('Text'),
    text_sms: longText(1500).label('Text of the SMS'),
    send_anyway: flag()
      .label('Also to whoever gets the same words within a day')
      .hint('Otherwise they are left out.'),
    recipients: integer().readonly(),
    left_out: integer().readonly().label('Left out'),
    not_before: timestamp().readonly().label('Starts at'),
    started_at: timestamp().readonly(),
    started_by_id: ref('user').readonly().label('Started by'),
    resumed_at: timestamp().readonly().label('Went on at'),
    ended_at: timestamp().readonly(),
    pause_reason: text(500).readonly().label('Paused because'),
    parent_id: ref('bulkmessage').readonly().part().label('Repeats'),
  },
  list: ['name', 'state', 'channels', 'purpose', 'recipients', 'left_out', 'started_at'],
  form: {
    'Bulk message': ['name', 'channels', 'purpose', 'audience', 'send_anyway'],
    Words: ['template_id', 'subject', 'text_base', 'sms_template_id', 'text_sms'],
  },
  search: ['name', 'subject'],
  order: '-created_at',
  check: (row) => [...audienceErrors(row.audience), ...wordErrors(row)],
})
export type BulkMessage = Row<typeof bulkmessage>

interface OwnWords {
  subject?: string | null
  text_base?: string | null
  text_sms?: string | null
}

/** One's own words may print what a letter to a customer may. */
function wordErrors({ subject = null, text_base = null, text_sms = null }: OwnWords): FieldError[] {
  const customer = { context: 'customer', key: null, text_loop: null, html: null } as const
  const ofSms = fieldErrors({ ...customer, subject: null, text_base: text_sms })
  return [
    ...fieldErrors({ ...customer, subject, text_base }),
    ...ofSms.map((error) => ({ ...error, field: 'text_sms' })),
  ]
}
