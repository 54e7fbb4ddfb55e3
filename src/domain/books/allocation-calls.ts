import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

/** Where money lies, a customer's or ours with a supplier: a payment's, or what a document gave. */
export interface Allocation {
  invoice_id: number | null
  invoice_number: string | null
  adjustment_id: number | null
  adjustment_number: string | null
  bill_id: number | null
  supplier_statement_number: string | null
  invoicepayment_id: number | null
  billpayment_id: number | null
  credit_invoice_id: number | null
  credit_invoice_number: string | null
  credit_adjustment_id: number | null
  credit_adjustment_number: string | null
  reference: string | null
  payment_date: string | null
  payment_type: string | null
  /** The line of the bank that shows it, where one does: for those who work with lines. */
  banktransaction_id: number | null
  bank_line: string | null
  amount: string
  is_manual: boolean
}

export const allocationCalls = {
  list: call({
    method: 'GET',
    path: '/allocations',
    summary: 'What lies on an invoice, a bill or an adjustment, or where a payment or credit went',
    policy: { from: 'user' },
    compressed: true,
    input: z.object({
      invoice_id: idSchema.optional(),
      adjustment_id: idSchema.optional(),
      bill_id: idSchema.optional(),
      invoicepayment_id: idSchema.optional(),
      billpayment_id: idSchema.optional(),
      credit_adjustment_id: idSchema.optional(),
    }),
    answers: data<Allocation[]>(),
  }),
}
