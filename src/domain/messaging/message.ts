import { type Create, entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  email,
  emails,
  flag,
  integer,
  longText,
  ref,
  refs,
  richText,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { channels } from './channels.ts'
import { CHAT_LENGTH, MAIL_LENGTH } from './chat-length.ts'
import { messageKindNames } from './message-kind.ts'
import { messageMachine, messageStates } from './message-machine.ts'
import { messagePurposes } from './sms/sms-text.ts'

// What only mail and text messages have.
const posted = [
  'recipient',
  'subject',
  'text_html',
  'cc',
  'bcc',
  'reply_to',
  'file_ids',
  'parent_id',
] as const

const mailOnly = ['subject', 'text_html', 'cc', 'bcc', 'reply_to'] as const

/**
 * What was said between the broker and a customer. Nothing of it is ever changed; only whether it
 * was read and how far it got is noted later.
 */
export const message = entity({
  name: 'message',
  plural: 'messages',
  title: 'shown_as',
  access: { read: 'user', write: 'user', remove: 'user' },
  // Links that open a document stand beside what customers write.
  holdsSecrets: true,
  fields: {
    shown_as: text(200).readonly().label('Message'),
    type: choice('chat', ...channels, 'note')
      .required()
      .label('Channel')
      .initially('chat'),
    direction: choice('in', 'out', 'note').required().readonly(),
    sender: text().readonly().label('From'),
    recipient: text(254).label('To'),
    subject: text(),
    text_plain: longText(MAIL_LENGTH).required().label('Text'),
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
      .initially('service'),
    reference_object: choice('customer').label('About'),
    reference_id: integer().label('Record'),
    customer_id: ref('customer').part(),
    // The page it was written on, and where an answer is read.
    invoice_id: ref('invoice').part(),
    supplier_id: ref('supplier').part(),
    partner_id: ref('partner').part(),
    contract_id: ref('contract').readonly().part(),
    adjustment_id: ref('adjustment').readonly().part(),
    thread_id: ref('thread').part(),
    author_id: ref('user').readonly().label('Written by'),
    // Answering machines and lists: kept, never unread, never answered.
    is_machine: flag().readonly().label('Automatic'),
    attachment_name: text().readonly().label('Attachment'),
    // What goes with a mail, or came with one.
    file_ids: refs('file').label('Files'),
    // The message that this one answers or repeats.
    parent_id: ref('message').part().label('Answers'),
    is_other_address: flag().readonly().label('Other address'),
    is_unverified: flag().readonly().label('Not verified'),
    not_before: timestamp().readonly().label('Leaves at'),
    // Whose words it has; none where they are the standard ones or somebody's own.
    template_id: ref('messagetemplate').readonly().part().label('Template'),
    template_version: integer().readonly().label('Version of the template'),
    // The message to many that it is one of.
    bulk_id: ref('bulkmessage').readonly().part().label('Bulk message'),
    attempts: integer().readonly(),
    error: text(500).readonly().label('What went wrong'),
    // What a text message costs on its way, and who carries it.
    segments: integer().readonly(),
    provider: text(20).readonly(),
    provider_id: text(100).readonly().label('Known there as'),
    error_code: text().readonly().label('Code'),
    sent_at: timestamp().readonly(),
    delivered_at: timestamp().readonly(),
    read_at: timestamp().readonly(),
    read_by_id: ref('user').readonly().label('Read by'),
  },
  list: ['shown_as', 'kind', 'direction', 'status', 'customer_id', 'recipient', 'created_at'],
  form: {
    Message: ['type', 'customer_id', 'invoice_id', 'text_plain'],
    Mail: ['recipient', 'subject', 'text_html', 'cc', 'bcc', 'reply_to', 'file_ids'],
    About: ['reference_object', 'reference_id'],
  },
  search: ['text_plain', 'sender', 'recipient', 'subject'],
  order: '-created_at',
  machine: messageMachine,
  check: (row) => [
    ...(row.type === 'chat' || row.type === 'note' ? chatErrors(row) : []),
    ...(row.type === 'sms' ? mailOnly.flatMap((name) => unposted(name, row[name])) : []),
    ...(row.type === 'sms' ? [] : advertisedErrors(row)),
  ],
})

export type Message = Row<typeof message>
export type MessageCreate = Create<typeof message>

type Words = Partial<Record<(typeof posted)[number] | 'text_plain' | 'purpose', unknown>>

function chatErrors(row: Words): FieldError[] {
  const tooLong = String(row.text_plain ?? '').length > CHAT_LENGTH
  const message = `Keep it to ${CHAT_LENGTH} characters.`
  return [
    ...(tooLong ? [{ field: 'text_plain', code: 'bad_request', message }] : []),
    ...posted.flatMap((name) => unposted(name, row[name], 'A chat message has none.')),
  ]
}

function unposted(
  field: string,
  value: unknown,
  message = 'A text message has none.',
): FieldError[] {
  const isEmpty = value == null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? [] : [{ field, code: 'bad_request', message }]
}

/** Mail that advertises goes to many, by what they agreed to; it is never written to one. */
function advertisedErrors({ purpose }: Words): FieldError[] {
  const message = 'Only a text message is written to advertise.'
  return purpose === 'promotional' ? [{ field: 'purpose', code: 'bad_request', message }] : []
}
