import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

/** A mail in a customer's mailbox, as its owner would read it. */
export interface DoubleMail {
  id: string
  address: string
  from: string
  subject: string
  text: string
  received_at: string
}

/** What a customer can do with it. */
export const doubleActs = ['answer', 'machine', 'bounce', 'complain', 'send'] as const

const policy = { from: 'user' } as const

/** The mailboxes of a demonstration's customers, which are a double beside the server. */
export const doubleCalls = {
  mails: call({
    method: 'GET',
    path: '/doublemails',
    summary: 'What a demonstration’s customers find in their mailboxes',
    policy,
    input: z.object({ organisation_id: z.string().optional() }),
    // Outside a demonstration there is no double, and nothing in it.
    answers: data<DoubleMail[], { is_there: boolean }>(),
  }),
  act: call({
    method: 'POST',
    path: '/doublemail',
    summary: 'Have a demonstration’s customer answer, write, complain or be gone',
    policy,
    // It happens in the double, and comes back as mail does.
    replayed: false,
    input: z.strictObject({
      act: z.enum(doubleActs),
      id: z.uuid().optional(),
      from: z.email().max(254).optional(),
      subject: z
        .string()
        .max(200)
        .regex(/^[^\r\n]*$/, 'must be one line')
        .optional(),
      text: z.string().max(5000).optional(),
    }),
    answers: data<{ is_done: boolean }>(),
  }),
}
