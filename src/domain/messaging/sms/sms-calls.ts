import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { signedInput } from '#domain/kit/signed-input.ts'
import type { Stop } from '#domain/messaging/checks/stop.ts'
import { messagePurposes } from './sms-text.ts'

const smsInput = {
  /** Whom it is to: a customer, or whoever a thread is with. */
  customer_id: idSchema.optional(),
  thread_id: idSchema.optional(),
  /** Left out: the mobile on their record, or the number that the thread is with. */
  to: z.string().max(30).optional(),
  text: z.string().trim().min(1, 'Write something.').max(1500),
  purpose: z.enum(messagePurposes).default('service'),
  /** Files of ours: a link to each stands below the words. */
  file_ids: z.array(idSchema).max(10, 'At most 10 files go with it.').default([]),
}

const onlyOne = {
  holds: (asked: { customer_id?: number | undefined; thread_id?: number | undefined }) =>
    (asked.customer_id === undefined) !== (asked.thread_id === undefined),
  told: { path: ['customer_id'], error: 'Say whom it is to: a customer, or a thread.' },
}

/** What a text message would be, before anybody sends it. */
export interface SmsPreview {
  to: string
  from: string
  /** As it leaves, with the broker's name and its ending. */
  text: string
  segments: number
  max_segments: number
  /** Why it may not leave, or when it will. */
  stop: Stop | null
}

export const smsCalls = {
  preview: call({
    method: 'POST',
    path: '/message/sms/preview',
    summary: 'What a text message would say and cost, and whether it may leave',
    policy: { from: 'user' },
    input: z.strictObject(smsInput).refine(onlyOne.holds, onlyOne.told),
    answers: data<SmsPreview>(),
    replayed: false,
  }),
  send: call({
    method: 'PUT',
    path: '/message/sms',
    summary: 'Write a text message to a customer, or to whoever a thread is with',
    policy: { from: 'user' },
    input: z
      .strictObject({
        ...smsInput,
        /** Where it was kept while it was written; it is gone once this is on its way. */
        draft_id: idSchema.optional(),
        /** Who knows of the same words within a day may repeat them. */
        send_anyway: z.boolean().optional(),
        /** Left out: in ten seconds. */
        not_before: z.iso.datetime({ offset: true }).optional(),
      })
      .refine(onlyOne.holds, onlyOne.told),
    answers: data<{ id: number; not_before: string; waits_until: string | null }>(),
  }),
}

/** What the gateways themselves call. Both only store what came; a job looks at it. */
export const gatewayCalls = {
  twilio: call({
    method: 'POST',
    path: '/webhooks/twilio/:key',
    summary: 'What Twilio tells of text messages, signed by it',
    policy: { from: 'guest' },
    input: signedInput({ key: z.string().max(200) }),
    answers: data<null>(),
    shows: z.null(),
    status: 204,
    signedBy: ['x-twilio-signature'],
    replayed: false,
  }),
  kudosity: call({
    method: 'POST',
    path: '/webhooks/kudosity/:key',
    summary: 'What Kudosity tells of text messages; the secret is in the address that it was told',
    policy: { from: 'guest' },
    input: signedInput({ key: z.string().max(200) }),
    answers: data<null>(),
    shows: z.null(),
    status: 204,
    signedBy: ['content-type'],
    replayed: false,
  }),
}
