import { z } from 'zod'
import { bill } from '#domain/bills/bill.ts'
import { amount } from '#domain/kit/action-input.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { decimalText, givenLine } from '#domain/pricing/given-line.ts'
import { invoice } from './invoice.ts'

const lines = z.array(givenLine).max(500, 'At most 500 lines.')

// The kit's schemas answer the values of these fields; their static type does not say so.
const of = (entity: typeof invoice | typeof bill, name: string) => {
  const field = Object.entries(entity.fields).find(([known]) => known === name)?.[1]
  if (!field) throw new Error(`${entity.name} has no ${name}.`)
  return fieldSchema(entity, name, field) as z.ZodType<string | null, string | null>
}

export const sentBill = z.strictObject({
  id: idSchema.optional(),
  supplier_statement_number: of(bill, 'supplier_statement_number').optional(),
  date_issued: of(bill, 'date_issued').optional(),
  supplier_due_date: of(bill, 'supplier_due_date').optional(),
  period_start: of(bill, 'period_start').optional(),
  period_end: of(bill, 'period_end').optional(),
  ppd_percent: of(bill, 'ppd_percent').optional(),
  opening_balance: of(bill, 'opening_balance').optional(),
  printed_total: of(bill, 'printed_total').optional(),
  printed_gst: of(bill, 'printed_gst').optional(),
  lines: lines.optional(),
})
export type SentBill = z.infer<typeof sentBill>

/** What an invoice is made from: a customer and a contract, or lines written by hand. */
export const invoiceRequest = z.strictObject({
  customer_id: idSchema,
  contract_id: idSchema.nullish(),
  invoice_date: of(invoice, 'invoice_date').optional(),
  period_start: of(invoice, 'period_start').optional(),
  period_end: of(invoice, 'period_end').optional(),
  due_date: of(invoice, 'due_date').optional(),
  discounted_date: of(invoice, 'discounted_date').optional(),
  due_date_type: of(invoice, 'due_date_type').optional(),
  due_date_value_offset: z.int().min(0).max(365).nullish(),
  due_date_value_fixed: z.int().min(1).max(31).nullish(),
  discount_percent: of(invoice, 'discount_percent').optional(),
  gst_percent: of(invoice, 'gst_percent').optional(),
  service_fee_percent: of(invoice, 'service_fee_percent').optional(),
  late_payment_fee_amount: decimalText(2)
    .refine((amount) => !amount.startsWith('-'), 'A late payment fee can’t be below 0.')
    .optional(),
  opening_balance: decimalText(2).optional(),
  last_for_contract: z.boolean().optional(),
  notes: of(invoice, 'notes').optional(),
  lines: lines.optional(),
  /** What waits for the customer, and nothing else: fees and credits without a contract's days. */
  charges_only: z.boolean().optional(),
  bill: sentBill.nullish(),
  /** A credit note: the invoice it is for, how much of it (all that is left), and what for. */
  credits_id: idSchema.optional(),
  credit_amount: amount.optional(),
  credit_text: z.string().trim().max(200).optional(),
})
export type InvoiceRequest = z.infer<typeof invoiceRequest>
