import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { type GuardCodeState, guardCodeFault } from './guard-code.ts'

// Permissions of the staff row decide beside the role; a program has no place here.
const personal: Policy = { from: 'user', apiKey: false }
const setting: Policy = { ...personal, stepUp: true }

const one = { customer_id: idSchema }
const CODE_MISSING = 'Type the code.'

const newCode = z
  .string({ error: CODE_MISSING })
  .max(200)
  .trim()
  .superRefine((code, context) => {
    const message = guardCodeFault(code)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** A code that stands before the direct debit details of a customer. */
export const guardCodeCalls = {
  set: call({
    method: 'PUT',
    path: '/guardcode',
    summary: 'Set or change the guard code over the direct debit details of a customer',
    policy: setting,
    replayed: false,
    input: z.strictObject({ ...one, code: newCode }),
    answers: data<GuardCodeState>(),
  }),
  get: call({
    method: 'GET',
    path: '/guardcode',
    summary: 'Whether a guard code is set, and whether the details are open; never the code',
    policy: { from: 'user' },
    input: z.object(one),
    answers: data<GuardCodeState>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/guardcode',
    summary: 'Remove the guard code of a customer',
    policy: setting,
    replayed: false,
    input: z.strictObject({ ...one, reason: storableText(500, 'Say why, in a few words.') }),
    answers: data<GuardCodeState>(),
  }),
  verify: call({
    method: 'POST',
    path: '/guardcode/verify',
    summary: 'Open the direct debit details of a customer for ten minutes, for this session',
    policy: personal,
    replayed: false,
    input: z.strictObject({
      ...one,
      code: z.string({ error: CODE_MISSING }).trim().min(1, CODE_MISSING).max(200),
    }),
    answers: data<GuardCodeState>(),
  }),
  send: call({
    method: 'POST',
    path: '/guardcode/send',
    summary: 'Send yourself a one-time code that opens the direct debit details of a customer',
    policy: personal,
    replayed: false,
    input: z.strictObject(one),
    answers: data<{ email: string; expires_at: string }>(),
  }),
}
