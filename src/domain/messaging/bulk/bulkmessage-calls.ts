import { z } from 'zod'
import { rowRequest } from '#domain/kit/action-input.ts'
import { type Answers, action, call, data, row } from '#domain/kit/call.ts'
import { created } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { type BulkMessage, bulkmessage } from './bulkmessage.ts'
import { bulkrecipient } from './bulkrecipient.ts'
import type { BulkChannel } from './channel-order.ts'
import type { LeftOutReason } from './left-out.ts'
import type { StateCounts } from './outcome.ts'
import type { SampleKind } from './samples.ts'

/** Somebody who would not get it, and why. */
export interface LeftOutCustomer {
  customer_id: number
  name: string
  why: string
}

/** A message as one of them would get it. */
export interface BulkSample {
  kind: SampleKind
  customer_id: number
  name: string
  channel: BulkChannel
  to: string
  subject: string | null
  text: string
  segments: number | null
}

/** What would happen if it were started now. */
export interface BulkPreview {
  /** Everybody of the audience, and how many of them would get it. */
  total: number
  recipients: number
  channels: { channel: BulkChannel; recipients: number; segments: number | null }[]
  /** By reason, most of them first; of each the first hundred by name. */
  left_out: { reason: LeftOutReason; count: number; customers: LeftOutCustomer[] }[]
  samples: BulkSample[]
  /** Nothing leaves before: quiet hours. */
  waits_until: string | null
  /** What starting it takes. */
  needs_count: boolean
  needs_second_person: boolean
}

/** How far it has come, from the rows of its recipients. */
export interface BulkProgress {
  states: StateCounts
  left_out: { reason: LeftOutReason; count: number }[]
  complained: number
  /** When the next may leave, where quiet hours keep it. */
  waits_until: string | null
  per_minute: number
}

const withProgress: Answers<BulkMessage, { progress: BulkProgress }> = {
  rows: { entity: bulkmessage, many: false },
}

const bulkVerbs = verbs(bulkmessage)
const one = z.strictObject(rowRequest)
// Whoever starts it types a number and proves who they are: a program does neither.
const byPeople = { from: 'manager', apiKey: false } as const

/** A message to many: draft, look, start, stop. */
export const bulkmessageCalls = {
  ...bulkVerbs,
  get: call({ ...bulkVerbs.get, answers: withProgress }),
  preview: call({
    method: 'POST',
    path: '/bulkmessage/preview',
    summary: 'Who would get a bulk message and who would not, how it reads and what it costs',
    policy: { from: 'manager', whileImpersonating: true },
    target: bulkmessage,
    action: 'preview',
    replayed: false,
    input: z.strictObject({ id: idSchema }),
    answers: data<BulkPreview>(),
  }),
  trial: call({
    method: 'POST',
    path: '/bulkmessage/trial',
    summary: 'Send a bulk message to oneself by mail or SMS, as one of its recipients would get it',
    policy: byPeople,
    target: bulkmessage,
    action: 'trial',
    input: z.strictObject({ id: idSchema, customer_id: idSchema.optional() }),
    answers: data<{ to: string }>(),
  }),
  start: call({
    ...action(bulkmessage, 'start', {
      summary: 'Start a bulk message now or at a moment of one’s choice; its recipients are fixed',
      input: z.strictObject({
        ...rowRequest,
        /** How many get it, typed: above fifty. */
        count: z.int().min(0).optional(),
        not_before: z.iso.datetime({ offset: true }).optional(),
      }),
      said: 'It is on its way.',
    }),
    policy: byPeople,
    method: 'POST',
    path: '/bulkmessage/start',
  }),
  pause: action(bulkmessage, 'pause', {
    summary: 'Pause a bulk message: nothing more leaves',
    input: one,
    said: 'Paused. Nothing more leaves.',
  }),
  resume: action(bulkmessage, 'resume', {
    summary: 'Go on with a bulk message: those who have not got it yet are checked again',
    input: one,
    said: 'It goes on.',
  }),
  cancel: action(bulkmessage, 'cancel', {
    summary: 'Cancel a bulk message: who has not got it yet never does',
    input: one,
    said: 'Cancelled. Nothing more leaves.',
  }),
  again: call({
    method: 'POST',
    path: '/bulkmessage/again',
    summary: 'A new draft for who did not get a bulk message, or for whom it failed',
    policy: { from: 'manager' },
    target: bulkmessage,
    action: 'again',
    status: created,
    input: z.strictObject({ ...rowRequest, to: z.enum(['rest', 'failed']) }),
    answers: row(bulkmessage),
  }),
}

/** Its recipients and what became of each. */
export const bulkrecipientCalls = verbs(bulkrecipient, {
  without: ['get', 'create', 'update', 'remove', 'removeMany', 'restore'],
})
