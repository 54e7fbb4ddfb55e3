import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { longText } from '#domain/kit/field.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { CHAT_LENGTH } from './chat-length.ts'
import { createdFromSchema } from './created-from.ts'
import { message } from './message.ts'
import { type PublicMessage, publicMessage } from './public-message.ts'

// The link lets its holder into the chat of this one invoice, and into nothing else.
const policy: Policy = { from: 'guest', withoutOrganisation: true }

const text_plain = fieldSchema(message, 'text_plain', longText(CHAT_LENGTH).required())

/** What a customer and the broker say to each other on the page of an invoice. */
export const publicChatCalls = {
  read: call({
    method: 'GET',
    path: '/public/invoice/chat',
    summary: 'What was said about the invoice behind a link; poll for new with created_from',
    policy,
    shows: z.array(publicMessage),
    input: z.object({ created_from: createdFromSchema.optional() }),
    answers: data<PublicMessage[]>(),
  }),
  write: call({
    method: 'PUT',
    path: '/public/invoice/chat',
    summary: 'Write to the broker from the page of the invoice behind a link',
    policy,
    shows: publicMessage,
    // Guests have no keys of their own in common; the page's key counts for its invoice alone.
    replayed: false,
    input: z.strictObject({
      text_plain: text_plain as z.ZodType<string, string>, // It is text.
      client_key: z.uuid().optional().describe('The same key is said once'),
    }),
    answers: data<PublicMessage>(),
  }),
}
