import { z } from 'zod'
import { rowRequest } from '#domain/kit/action-input.ts'
import { type Answers, action, call, data } from '#domain/kit/call.ts'
import { created } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { listCall, verbs } from '#domain/kit/verbs.ts'
import type { ChatThread } from './chat-thread.ts'
import { createdFromSchema } from './created-from.ts'
import { type Message, message } from './message.ts'
import type { MessageDelivery, MessageEvent } from './message-event.ts'

/** How a message that was just written gets to the customer. */
export interface MessageReach {
  is_on_page: boolean
  mail_to: string[]
}

interface ThreadPage {
  unread: number
  /** Where older threads go on; null where there are none. */
  next_before: number | null
}

const said: Answers<Message, MessageReach> = { rows: { entity: message, many: false } }

/** What happened to it on its way, and what only its own page tells. */
export interface MessageInfo {
  events: MessageEvent[]
  deliveries: MessageDelivery[]
  /** The words with their links, where nobody outside gets them: in a demonstration. */
  whole_text: string | null
}

const withInfo: Answers<Message, MessageInfo> = { rows: { entity: message, many: false } }

/** What its writer typed, where a text message was taken back; a mail is a draft with its words. */
const withWords: Answers<Message, { words: string | null }> = {
  rows: { entity: message, many: false },
}

const messageVerbs = verbs(message, { without: ['list', 'restore'] })

/** What was said is read and added to; only a draft is changed or removed. */
export const messageCalls = {
  ...messageVerbs,
  get: call({ ...messageVerbs.get, answers: withInfo }),
  create: call({ ...messageVerbs.create, answers: said }),
  send: action(message, 'send', {
    summary: 'Send a draft in ten seconds, or at a moment of one’s choice',
    input: z.strictObject({
      ...rowRequest,
      not_before: z.iso.datetime({ offset: true }).optional(),
      // Although the same reader got the same words within a day.
      send_anyway: z.boolean().optional(),
    }),
    said: 'On its way.',
  }),
  takeback: call({
    ...action(message, 'takeback', {
      summary: 'Take a message back that has not left yet',
      input: z.strictObject(rowRequest),
      said: 'Taken back.',
    }),
    answers: withWords,
  }),
  resend: action(message, 'resend', {
    summary: 'Send the same words once more, to the same address or number or another',
    input: z.strictObject({ ...rowRequest, to: z.string().trim().min(3).max(254).optional() }),
    said: 'On its way again.',
    status: created,
  }),
  arrived: action(message, 'arrived', {
    summary: 'Note that a mail did arrive of which nobody could be sure',
    input: z.strictObject(rowRequest),
    said: 'Noted.',
  }),
  list: listCall(message, '/messages', {
    summary: 'List messages; poll for new ones with created_from',
    parameters: {
      created_from: createdFromSchema.optional(),
      reference_object: z.string().max(50).optional(),
    },
  }),
  undelivered: listCall(message, '/messages/undelivered', {
    summary: 'List what was written to somebody, did not get there and was not sent again',
  }),
  threads: call({
    method: 'GET',
    path: '/messages/chats',
    summary: 'The customers’ chats: unread ones first, then by their newest message',
    policy: { from: message.access.read },
    input: z.object({ before: idSchema.optional(), organisation_id: z.string().optional() }),
    answers: data<ChatThread[], ThreadPage>(),
  }),
  /** Up to what was shown: a message that came meanwhile stays unread. */
  markRead: call({
    method: 'POST',
    path: '/messages/read',
    summary: 'Mark a customer’s chat messages as read, up to one of them',
    policy: { from: message.access.read },
    input: z.strictObject({ customer_id: idSchema, until_id: idSchema.optional() }),
    answers: data<{ read: number }>(),
  }),
}
