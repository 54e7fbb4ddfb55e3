import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import { reason } from '#domain/kit/action-input.ts'
import { call, data, file, row, rows } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { rateUnits } from '#domain/partners/partner.ts'
import { type CommissionKind, type CommissionStatus, commission } from './commission.ts'
import { contractpartner } from './contractpartner.ts'
import { partnerterm } from './partnerterm.ts'

/** Terms are never changed: others follow them. What has not begun can be taken away again. */
export const partnertermCalls = verbs(partnerterm, {
  without: ['update', 'removeMany', 'restore'],
})

const percentText = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'That is not a share.')
  .refine((text) => Number(text) > 0 && Number(text) <= 100, 'A share is between 0 and 100 %.')
const rateText = z.string().regex(/^\d{1,10}(\.\d{1,8})?$/, 'That is not a rate.')

/** One partner's part of a contract. */
const share = z
  .strictObject({
    partner_id: idSchema,
    share_percent: percentText,
    rate_amount: rateText.nullish(),
    rate_unit: z.enum(rateUnits).nullish(),
  })
  .refine(
    ({ rate_amount, rate_unit }) =>
      rate_unit === 'fixed' || rate_amount == null || Number(rate_amount) <= 100,
    { path: ['rate_amount'], message: 'A share is between 0 and 100 %.' },
  )
export type SentShare = z.infer<typeof share>

const { create: _create, ...readingShares } = verbs(contractpartner, {
  without: ['update', 'remove', 'removeMany', 'restore'],
})

export const contractpartnerCalls = {
  ...readingShares,
  set: call({
    method: 'PUT',
    path: '/contractpartner',
    summary: 'Say who earns on a contract from a day on: all of them at once, shares making 100 %',
    policy: { from: 'accounting' },
    input: z.strictObject({
      contract_id: idSchema,
      valid_from_date: sentDay('Valid from'),
      partners: z.array(share).min(1, 'Name at least one partner.').max(20),
    }),
    answers: rows(contractpartner),
    status: 201,
  }),
}

const signedAmount = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')
  .refine((text) => Number(text) !== 0, 'A correction is more or less than nothing.')

const { create: _correct, ...readingCommissions } = verbs(commission, {
  without: ['update', 'remove', 'removeMany', 'restore'],
})

export const commissionCalls = {
  ...readingCommissions,
  correct: call({
    method: 'PUT',
    path: '/commission',
    summary: 'Correct what a partner earned, up or down, with a reason',
    policy: { from: 'manager' },
    input: z.strictObject({
      partner_id: idSchema,
      contract_id: idSchema.nullish(),
      invoice_id: idSchema.nullish(),
      amount: signedAmount,
      reason,
    }),
    answers: row(commission),
    status: 201,
  }),
  ofInvoice: call({
    method: 'GET',
    path: '/invoice/commission',
    summary: 'What an invoice earns its partners, with how it was derived',
    policy: { from: 'accounting' },
    input: z.object({ id: idSchema }),
    answers: data<InvoiceCommission>(),
    target: invoice,
  }),
}

/** An entry of an invoice, as its panel tells of it. */
export interface CommissionLine {
  id: number
  commission_status: CommissionStatus
  kind: CommissionKind
  partner_id: number
  partner_name: string
  base: string | null
  share_percent: string | null
  base_part: string | null
  rate: string | null
  rate_unit: (typeof rateUnits)[number] | null
  amount: string
  earned_on: string | null
  round: number
  reverses_id: number | null
  transaction_id: number | null
  reason: string | null
  /** The statement it stands on, with its number once it was sent. */
  statement_id: number | null
  statement_number: string | null
}

export interface InvoiceCommission {
  /** What stands of it now, all partners together. */
  amount: string
  lines: CommissionLine[]
}

/** A partner's customers; what they earned and is on no statement yet is for accounting alone. */
export interface PartnerCount {
  partner_id: number
  customers: number
  /** Without GST, and on no statement that was sent. */
  earned?: string
  /** What sent statements left for the next one; below zero it is owed to us. */
  carried?: string
  /** All that the books owe them: earned, stated and GST, less what was paid and withheld. */
  owed?: string
  last_statement?: { id: number; number: string; sent_date: string } | null
}

export const partnerCountCalls = {
  customercount: call({
    method: 'GET',
    path: '/partners/customercount',
    summary: 'How many customers each partner brought, and for accounting what is owed to them',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<PartnerCount[]>(),
  }),
  csv: call({
    method: 'GET',
    path: '/partners/customercount/csv',
    summary: 'The same as a file for spreadsheets, with what is owed to each partner',
    policy: { from: 'accounting', whileImpersonating: false },
    sends: 'text/csv',
    input: z.object({}),
    answers: file,
  }),
}
