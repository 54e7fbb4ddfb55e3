import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { action, call, data, row } from '#domain/kit/call.ts'
import { accepted } from '#domain/kit/problem.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { billingrun } from './billingrun.ts'
import type { ListedCoverage } from './coverage.ts'
import {
  type DraftWarning,
  type DryLine,
  type DryRunTotals,
  itemStatuses,
  type ListedRunItem,
} from './run-lines.ts'

// Days the entity keeps; the kit's schema answers text, its static type does not say so.
const runDay = (name: 'billed_to_date' | 'invoice_date') =>
  (
    fieldSchema(billingrun, name, billingrun.fields[name]) as z.ZodType<
      string | null,
      string | null
    >
  ).optional()

/** What a run is to bill: everything that is not billed yet, or a part of it. */
const runChoice = z.strictObject({
  billed_to_date: runDay('billed_to_date').describe('Bill up to this day; the end of last month'),
  invoice_date: runDay('invoice_date'),
  supplier_id: idSchema.nullish(),
  customer_type: z.string().trim().max(100).nullish(),
  contract_ids: z.array(idSchema).min(1).max(10_000).nullish(),
})
export type RunChoice = z.output<typeof runChoice>

const coverageDay = z.iso
  .date()
  .refine((text) => text >= MIN_BUSINESS_DAY, 'Choose a later day.')
  .optional()

/** The days that were looked at, and what is wrong on them in money. */
export interface CoverageInfo {
  from: string
  to: string
  gaps_amount: string
  overlaps_amount: string
  strays_amount: string
}

const oneRun = { id: idSchema }
const withoutSome = {
  left_out: z
    .array(z.strictObject({ id: idSchema, reason }))
    .max(10_000)
    .optional()
    .describe('Invoices that this step goes on without, and why.'),
}

/** Billing many contracts at once. */
export const billingrunCalls = {
  ...verbs(billingrun, { without: ['create', 'update', 'remove', 'removeMany', 'restore'] }),
  dryRun: call({
    method: 'POST',
    path: '/billingrun/new',
    summary: 'What a billing run would make: each contract with its days, totals and warnings',
    policy: { from: 'user', whileImpersonating: true },
    replayed: false,
    input: runChoice,
    answers: data<DryLine[], DryRunTotals>(),
  }),
  create: call({
    method: 'PUT',
    path: '/billingrun',
    summary: 'Start a billing run: its drafts are made in the background',
    policy: { from: 'accounting' },
    input: runChoice.extend({ name: z.string().trim().min(1).max(200).optional() }),
    answers: row(billingrun),
  }),
  items: call({
    method: 'GET',
    path: '/billingrun/items',
    summary: 'The contracts of a billing run and what became of each',
    compressed: true,
    policy: { from: 'user' },
    target: billingrun,
    input: z.object({
      ...oneRun,
      item_status: z.enum(itemStatuses).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    answers: data<ListedRunItem[], { draft_warnings?: DraftWarning[] }>(),
  }),
  coverage: call({
    method: 'GET',
    path: '/billingrun/coverage',
    summary: 'Days of connections that no invoice bills or that two do, with what they come to',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({ from: coverageDay, to: coverageDay }),
    answers: data<ListedCoverage, CoverageInfo>(),
  }),
  cancel: action(billingrun, 'cancel', {
    summary: 'Stop a billing run; drafts it made stay, or go with it',
    input: z.strictObject({ ...oneRun, delete_drafts: z.boolean().optional() }),
    said: 'The billing run is stopped.',
    status: accepted,
  }),
  resume: action(billingrun, 'resume', {
    summary: 'Go on with a billing run that was stopped',
    input: z.strictObject(oneRun),
    said: 'The billing run goes on.',
    status: accepted,
  }),
  approve: action(billingrun, 'approve', {
    summary: 'Approve the drafts of a billing run, with the warnings that were looked at',
    input: z.strictObject({
      ...oneRun,
      acknowledge: z.array(z.string().max(10)).max(50).optional(),
      ...withoutSome,
    }),
    said: 'The invoices are being approved.',
    status: accepted,
  }),
  send: action(billingrun, 'send', {
    summary: 'Send the approved invoices of a billing run',
    input: z.strictObject({ ...oneRun, ...withoutSome }),
    said: 'The invoices are being sent.',
    status: accepted,
  }),
}
