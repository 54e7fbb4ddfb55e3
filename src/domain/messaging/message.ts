import { type Create, entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  email,
  emails,
  flag,
  integer,
  longText,
  ref,
  richText,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { CHAT_LENGTH } from './chat-length.ts'
import { messageKindNames } from './message-kind.ts'
import { messageMachine, messageStates } from './message-machine.ts'
import { channels } from './messagetemplate.ts'
import { messagePurposes } from './sms/sms-text.ts'

// What only mail and text messages have.
const posted = ['recipient', 'subject', 'text_html', 'cc', 'bcc', 'reply_to'] as const

/**
 * What was said between the broker and a customer. Nothing of it is ever changed; only whether it
 * was read and how far it got is noted later.
 */
export const message = entity({
  name: 'message',
  plural: 'messages',
  title: 'shown_as',
  access: { read: 'user', write: 'user', remove: 'manager' },
  // Links that open a document stand beside what customers write.
  holdsSecrets: true,
  fields: {
    shown_as: text(200).readonly().label('Message'),
    type: choice('chat', ...channels)
      .required()
      .label('Channel')
      .initially('chat'),
    direction: choice('in', 'out').required().readonly(),
    sender: text().readonly().label('From'),
    recipient: text(254).label('To'),
    subject: text(),
    text_plain: longText(CHAT_LENGTH).required().label('Text'),
    text_html: richText().label('HTML'),
    cc: emails().label('CC'),
    bcc: emails().label('BCC'),
    reply_to: email().label('Reply to'),
    // Whether it has left for whom it is meant: by mail, or to the page that shows it.
    sent: flag().readonly(),
    status: choice(...messageStates)
      .required()
      .readonly(),
    kind: choice(...messageKindNames)
      .required()
      .readonly(),
    purpose: choice(...messagePurposes)
      .required()
      .readonly(),
    reference_object: choice('customer').label('About'),
    reference_id: integer().label('Record'),
    customer_id: ref('customer').part(),
    // The page it was written on, and where an answer is read.
    invoice_id: ref('invoice').part(),
    supplier_id: ref('supplier').readonly().part(),
    contract_id: ref('contract').readonly().part(),
    attachment_name: text().readonly().label('Attachment'),
    // The message that this one repeats.
    parent_id: ref('message').readonly().label('Sent again from'),
    attempts: integer().readonly(),
    error: text(500).readonly().label('What went wrong'),
    // What a text message costs on its way, and who carries it.
    segments: integer().readonly(),
    provider: text(20).readonly(),
    provider_id: text(100).readonly().label('Known there as'),
    error_code: text(20).readonly(),
    sent_at: timestamp().readonly(),
    delivered_at: timestamp().readonly(),
    read_at: timestamp().readonly(),
    read_by_id: ref('user').readonly().label('Read by'),
  },
  list: ['shown_as', 'kind', 'direction', 'status', 'customer_id', 'recipient', 'created_at'],
  form: {
    Message: ['type', 'customer_id', 'invoice_id', 'text_plain'],
    Mail: ['recipient', 'subject', 'text_html', 'cc', 'bcc', 'reply_to'],
    About: ['reference_object', 'reference_id'],
  },
  search: ['text_plain', 'sender', 'recipient', 'subject'],
  order: '-created_at',
  machine: messageMachine,
  check: (row) => (row.type === 'chat' ? posted.flatMap((name) => unposted(name, row[name])) : []),
})

export type Message = Row<typeof message>
export type MessageCreate = Create<typeof message>

function unposted(field: string, value: unknown): FieldError[] {
  const isEmpty = value == null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? [] : [{ field, code: 'bad_request', message: 'A chat message has none.' }]
}
