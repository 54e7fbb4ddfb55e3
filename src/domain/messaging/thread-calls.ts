import { z } from 'zod'
import { rowRequest } from '#domain/kit/action-input.ts'
import { type Answers, action, call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { type Thread, thread } from './thread.ts'

/** The longest a thread may rest. */
export const SNOOZE_DAYS = 90

const party = {
  customer_id: idSchema.optional(),
  supplier_id: idSchema.optional(),
  partner_id: idSchema.optional(),
}

const onlyOne = (asked: { [K in keyof typeof party]?: number | undefined }) =>
  [asked.customer_id, asked.supplier_id, asked.partner_id].filter(Boolean).length === 1

/** Who an unknown address might be. */
export interface ThreadCandidate {
  object: 'customer' | 'supplier' | 'partner'
  id: number
  name: string
  /** The address stands on their record, or one like it does. */
  reason: 'address' | 'domain'
}

const withCandidates: Answers<Thread, { candidates: ThreadCandidate[] }> = {
  rows: { entity: thread, many: false },
}

const threadVerbs = verbs(thread, {
  without: ['create', 'update', 'remove', 'removeMany', 'restore'],
})

/** A thread is made and changed by its messages; what people do with it has names. */
export const threadCalls = {
  ...threadVerbs,
  get: call({ ...threadVerbs.get, answers: withCandidates }),
  assign: action(thread, 'assign', {
    summary: 'Give a thread to somebody, or to nobody',
    input: z.strictObject({ ...rowRequest, staff_id: idSchema.nullable() }),
    said: 'Assigned.',
  }),
  snooze: action(thread, 'snooze', {
    summary: 'Let a thread rest until a moment, at most 90 days away',
    input: z.strictObject({ ...rowRequest, until: z.iso.datetime({ offset: true }) }),
    said: 'It comes back then.',
  }),
  done: action(thread, 'done', {
    summary: 'Say that nothing is left to do in a thread',
    input: z.strictObject(rowRequest),
    said: 'Done.',
  }),
  read: {
    ...action(thread, 'read', {
      summary: 'Mark what came in a thread as read, up to a message; or its last as unread',
      input: z.strictObject({
        ...rowRequest,
        until_id: idSchema.optional(),
        is_unread: z.boolean().optional(),
      }),
      said: 'Changes saved.',
    }),
    // Done again it changes nothing, and it is done with every look at the inbox.
    replayed: false,
  },
  enquiry: call({
    method: 'POST',
    path: '/thread/enquiry',
    summary: 'Make an enquiry of what somebody unknown wrote, with what is known of them',
    policy: { from: 'user' },
    input: z.strictObject(rowRequest),
    answers: data<{ enquiry_id: number }>(),
    target: thread,
    action: 'enquiry',
    status: 201,
  }),
  junk: action(thread, 'junk', {
    summary: 'Say that an unknown address writes junk: it asks nobody for anything; or that not',
    input: z.strictObject({ ...rowRequest, is_junk: z.boolean() }),
    said: 'Sorted.',
  }),
  match: action(thread, 'match', {
    summary: 'Say whose thread of an unknown address it is',
    input: z
      .strictObject({ ...rowRequest, ...party, remember: z.boolean().optional() })
      .refine(onlyOne, { path: ['customer_id'], error: 'Say whose it is: one of the three.' }),
    said: 'Matched.',
  }),
}
