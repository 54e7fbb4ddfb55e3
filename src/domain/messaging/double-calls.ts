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

/** A text message on a customer's phone: what came to it, or left it. */
export interface DoubleText {
  id: string
  number: string
  is_from_phone: boolean
  text: string
  at: string
}

/** What a customer can do with it. */
export const doubleActs = ['answer', 'machine', 'bounce', 'complain', 'send'] as const

const policy = { from: 'user' } as const

/** The mailboxes and phones of a demonstration's customers, which are doubles beside the server. */
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
  texts: call({
    method: 'GET',
    path: '/doublephones',
    summary: 'What a demonstration’s customers find on their phones',
    policy,
    input: z.object({ organisation_id: z.string().optional() }),
    answers: data<DoubleText[], { is_there: boolean }>(),
  }),
  answerText: call({
    method: 'POST',
    path: '/doublephone',
    summary: 'Have a demonstration’s customer answer a text message, with STOP for example',
    policy,
    // It happens in the double, and comes back as text messages do.
    replayed: false,
    input: z.strictObject({
      number: z.string().regex(/^\+\d{6,15}$/, 'must be a number such as +64211234567'),
      text: z.string().trim().min(1).max(480),
    }),
    answers: data<{ is_done: boolean }>(),
  }),
}
