import { z } from 'zod'
import { careReason, reason, rowRequest } from '#domain/kit/action-input.ts'
import { lookedAtMost } from '#domain/kit/bulk-bounds.ts'
import { call, data } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'
import {
  type CloserLook,
  type Departure,
  departureActions,
  type LeavingRow,
  type LeavingTotals,
} from './departure.ts'

const departureOptions = z.strictObject({
  acknowledge: z.array(z.string().max(10)).max(50).optional(),
  posted: z.boolean().optional(),
  to: z.array(readerAddress).max(20).optional(),
  message: z.string().trim().max(2000).optional(),
  new_dates: z.boolean().optional(),
  announce_fee: z.boolean().optional(),
  reason: careReason,
  again: z.boolean().optional(),
  not_before: z.iso.datetime({ offset: true }).optional(),
  phone: z
    .string()
    .trim()
    .min(3)
    .max(30)
    .optional()
    .describe('The number that a text message goes to once more.'),
  replace: z.boolean().optional().describe('An authority in place of the one there is.'),
  from: sentDay('From').optional().describe('The first day of a statement of account.'),
  until: sentDay('To').optional().describe('Its last day.'),
})
export type DepartureOptions = z.output<typeof departureOptions>

const action = z.enum(departureActions)
const ids = z.array(idSchema).min(1)

/** A last look before anything leaves, ten seconds to take it back, and what became of it. */
export const departureCalls = {
  preview: call({
    method: 'POST',
    path: '/departure/preview',
    summary: 'What would leave: customers, amounts and recipients, and what stands in the way',
    policy: { from: 'user', whileImpersonating: true },
    replayed: false,
    input: z.strictObject({
      action,
      ids: ids.max(lookedAtMost),
      options: departureOptions.optional(),
    }),
    answers: data<LeavingRow[], LeavingTotals>(),
  }),
  look: call({
    method: 'POST',
    path: '/departure/look',
    summary: 'What customers would read: every message with its words, and the page for one alone',
    policy: { from: 'user', whileImpersonating: true },
    replayed: false,
    input: z.strictObject({
      action,
      ids: ids.max(25),
      about: idSchema.optional().describe('The one thing by which all of these leave.'),
      options: departureOptions.optional(),
    }),
    answers: data<CloserLook[]>(),
  }),
  hold: call({
    method: 'PUT',
    path: '/departure',
    summary: 'Let what was looked at leave: it is held for ten seconds, and can be taken back',
    policy: { from: 'user' },
    input: z.strictObject({
      action,
      rows: z
        .array(
          z.strictObject({
            ...rowRequest,
            seen: z.string().max(60).optional().describe('As the look answered it.'),
          }),
        )
        .min(1)
        .max(lookedAtMost),
      left_out: z
        .array(z.strictObject({ id: idSchema, reason }))
        .max(500)
        .optional()
        .describe('Rows that stay behind, and why; the history keeps it.'),
      count: z
        .int()
        .optional()
        .describe('How many leave, typed by whoever sends more than the setting allows unasked.'),
      options: departureOptions.optional(),
    }),
    answers: data<Departure>(),
  }),
  get: call({
    method: 'GET',
    path: '/departure',
    summary: 'How far something is that was let go, row by row',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({ id: idSchema }),
    answers: data<Departure>(),
  }),
  mine: call({
    method: 'GET',
    path: '/departures',
    summary: 'What the caller has let go and is still held',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<Departure[]>(),
  }),
  takeback: call({
    method: 'POST',
    path: '/departure/takeback',
    summary: 'Take back what is still held, all of it or some rows',
    policy: { from: 'user' },
    input: z.strictObject({ id: idSchema, ids: ids.max(500).optional() }),
    answers: data<Departure>(),
  }),
  now: call({
    method: 'POST',
    path: '/departure/now',
    summary: 'Let what is held leave at once',
    policy: { from: 'user' },
    input: z.strictObject({ id: idSchema }),
    answers: data<Departure>(),
  }),
}
