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
import { channels } from './messagetemplate.ts'

// What only mail and text messages have.
const posted = ['recipient', 'subject', 'text_html', 'cc', 'bcc', 'reply_to'] as const

/**
 * What was said between the broker and a customer. Nothing of it is ever changed; only whether it
 * was read and how far it got is noted later.
 */
export const message = entity({
  name: 'message',
  plural: 'messages',
  title: 'text_plain',
  access: { read: 'user', write: 'user', remove: 'manager' },
  // Links that open a document stand beside what customers write.
  holdsSecrets: true,
  fields: {
    type: choice('chat', ...channels)
      .required()
      .label('Channel')
      .initially('chat'),
    direction: choice('in', 'out').required().readonly(),
    sender: text().readonly().label('From'),
    recipient: text(254).label('To'),
    subject: text(),
    text_plain: longText(CHAT_LENGTH).required().label('Message'),
    text_html: richText().label('HTML'),
    cc: emails().label('CC'),
    bcc: emails().label('BCC'),
    reply_to: email().label('Reply to'),
    // Whether it has left for whom it is meant: by mail, or to the page that shows it.
    sent: flag().readonly(),
    status: choice('draft', 'queued', 'accepted', 'delivered', 'failed', 'bounced', 'blocked')
      .required()
      .readonly(),
    reference_object: choice('customer').label('About'),
    reference_id: integer().label('Record'),
    customer_id: ref('customer').part(),
    // The page it was written on, and where an answer is read.
    invoice_id: ref('invoice').part(),
    read_at: timestamp().readonly(),
    read_by_id: ref('user').readonly().label('Read by'),
  },
  list: ['text_plain', 'direction', 'sender', 'customer_id', 'invoice_id', 'status', 'created_at'],
  form: {
    Message: ['type', 'customer_id', 'invoice_id', 'text_plain'],
    Mail: ['recipient', 'subject', 'text_html', 'cc', 'bcc', 'reply_to'],
    About: ['reference_object', 'reference_id'],
  },
  search: ['text_plain', 'sender'],
  order: '-created_at',
  check: (row) => (row.type === 'chat' ? posted.flatMap((name) => unposted(name, row[name])) : []),
})

export type Message = Row<typeof message>
export type MessageCreate = Create<typeof message>

function unposted(field: string, value: unknown): FieldError[] {
  const isEmpty = value == null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? [] : [{ field, code: 'bad_request', message: 'A chat message has none.' }]
}
