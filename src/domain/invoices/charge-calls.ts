import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { PendingCharge } from '#domain/pricing/pending-charge.ts'

export interface WaitingCharge extends PendingCharge {
  contract_id: number | null
  /** The invoice that was paid late, where it is a fee for that. */
  about_invoice_id: number | null
  created_at: string
}

/** A customer whose charges no invoice of a contract will take up. */
export interface CustomerCharges {
  customer_id: number
  customer_name: string
  charges: number
  amount: string
  waits_since: string
}

/** What waits for a customer's next invoice. */
export const chargeCalls = {
  list: call({
    method: 'GET',
    path: '/charges',
    summary: 'Fees and credits that wait for a customer’s next invoice, without GST',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({ customer_id: idSchema }),
    answers: data<WaitingCharge[]>(),
  }),
  alone: call({
    method: 'GET',
    path: '/charges/alone',
    summary: 'Customers whose fees and credits wait although no invoice of a contract follows',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<CustomerCharges[]>(),
  }),
}
