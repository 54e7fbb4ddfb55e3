import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { supplier } from '#domain/suppliers/supplier.ts'

/** A bill or an adjustment that we still owe a supplier. */
export interface OwedToSupplier {
  bill_id: number | null
  adjustment_id: number | null
  number: string | null
  account: string | null
  due_date: string
  balance: string
  /** Disputed or held: it is left out of payments. */
  is_held: boolean
}

/** Credit of ours with a supplier: of a payment, a bill below zero, or an adjustment. */
export interface CreditWithSupplier {
  billpayment_id: number | null
  bill_id: number | null
  adjustment_id: number | null
  number: string | null
  day: string
  free: string
}

/** How we stand with a supplier. */
export interface StandingWithSupplier {
  owed: string
  overdue: string
  credit: string
  balance: string
  items: OwedToSupplier[]
  credits: CreditWithSupplier[]
}

export const supplierAccountCalls = {
  read: call({
    method: 'GET',
    path: '/supplier/account',
    summary: 'What we owe a supplier, item by item, and what we have there',
    policy: { from: 'user' },
    target: supplier,
    input: z.object({ id: idSchema }),
    answers: data<StandingWithSupplier>(),
  }),
}
