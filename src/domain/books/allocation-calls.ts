import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

/** Where money lies on an invoice: a payment's, or what a credit invoice gave back. */
export interface Allocation {
  invoice_id: number
  invoice_number: string | null
  invoicepayment_id: number | null
  credit_invoice_id: number | null
  credit_invoice_number: string | null
  reference: string | null
  payment_date: string | null
  payment_type: string | null
  amount: string
  is_manual: boolean
}

export const allocationCalls = {
  list: call({
    method: 'GET',
    path: '/allocations',
    summary: 'What lies on an invoice, or where a payment went',
    policy: { from: 'user' },
    compressed: true,
    input: z.object({ invoice_id: idSchema.optional(), invoicepayment_id: idSchema.optional() }),
    answers: data<Allocation[]>(),
  }),
}
