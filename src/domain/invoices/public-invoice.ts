import { z } from 'zod'
import { shownChart, shownDocument } from '#domain/kit/document-schema.ts'
import { shownBroker, shownLook } from '#domain/kit/shown.ts'

const amount = z.string()
const day = z.string().nullable()

const payment = z.object({
  account_name: z.string(),
  account_number: z.string().nullable(),
  reference: z.string(),
  code: z.string().nullable(),
  /** Where anybody can have the account checked; invoices sent before it was signed have none. */
  proof: z.string().nullable(),
})

const explained = z.object({
  key: z.string(),
  label: z.string(),
  amount,
  words: z.string(),
})

const change = z.object({
  previous_number: z.string().nullable(),
  previous_amount: amount,
  current_amount: amount,
  difference: amount,
  isReplacement: z.boolean(),
  words: z.string(),
  parts: z.array(
    z.object({
      key: z.enum(['use', 'readings', 'price', 'days', 'discount', 'fees']),
      label: z.string(),
      amount,
      words: z.string(),
    }),
  ),
})

/** All that whoever holds the link of an invoice is shown of it. */
export const publicInvoice = z.object({
  status: z.enum(['open', 'settled']),
  broker: shownBroker,
  look: shownLook,
  customer_name: z.string(),
  invoice_number: z.string(),
  invoice_date: day,
  due_date: day,
  discounted_date: day,
  period_start: day,
  period_end: day,
  discounted_total: amount,
  undiscounted_total: amount,
  discounted_total_this_period: amount,
  undiscounted_total_this_period: amount,
  gst_if_discounted: amount,
  gst_if_not: amount,
  opening_balance: amount,
  /** What is left to pay of this invoice now. */
  balance: amount,
  /** What the page still asks for: older items it printed, and this invoice. */
  still_to_pay: amount,
  ppd_state: z.enum(['open', 'earned', 'granted', 'lost']).nullable(),
  pay: payment,
  /** What is collected by direct debit, in words; nobody pays it by hand as well. */
  collection: z.string().nullable(),
  document: shownDocument,
  use: z.array(shownChart.extend({ title: z.string() })),
  explanation: z.array(explained),
  change: change.nullable(),
  expires_at: z.string(),
})

export type PublicInvoice = z.infer<typeof publicInvoice>
