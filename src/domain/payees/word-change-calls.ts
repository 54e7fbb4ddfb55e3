import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { type WordKind, wordKinds } from './word-change.ts'

/** A change of words that a second person is to read before customers do. */
export interface WordChange {
  id: number
  object_class: WordKind
  object_id: number
  /** What the template or the setting is called. */
  name: string
  /** By field: what stands there, and what is to stand there. */
  changes: Record<string, [before: unknown, after: unknown]>
  actor_id: number | null
  actor_name: string
  created_at: string
}

// A key belongs to a program, and a program reads no words.
const byAdmins: Policy = { from: 'admin', apiKey: false }

/** Words that customers read: what waits, and the second person's word. */
export const wordChangeCalls = {
  list: call({
    method: 'GET',
    path: '/wordchanges',
    summary: 'Changes of templates and of words on papers that wait for a second person',
    policy: { from: 'user' },
    input: z.object({ object_class: z.enum(wordKinds), object_id: idSchema.optional() }),
    answers: data<WordChange[]>(),
  }),
  confirm: call({
    method: 'POST',
    path: '/wordchange/confirm',
    summary: 'Let words be used that a colleague wrote',
    policy: { ...byAdmins, stepUp: true },
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
  refuse: call({
    method: 'POST',
    path: '/wordchange/refuse',
    summary: 'Refuse words that a colleague wrote',
    policy: byAdmins,
    input: z.strictObject({ id: idSchema, reason }),
    answers: data<{ id: number }>(),
  }),
  withdraw: call({
    method: 'POST',
    path: '/wordchange/withdraw',
    summary: 'Take back words that you wrote and nobody has confirmed',
    policy: byAdmins,
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
}
