import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import type { Policy } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { accounts } from './postings.ts'

const known = new Set<number>(Object.values(accounts))

export const account = z.int().refine((number) => known.has(number), 'We don’t have that account.')

/** Debits are positive, credits negative. */
export const signedAmount = z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')

/** What an entry may say beside its lines. */
export const aboutEntry = {
  reason,
  transaction_date: sentDay('Transaction date').optional(),
  customer_id: idSchema.optional(),
  supplier_id: idSchema.optional(),
}

/** Whoever books by hand does it in their own name. */
export const byHand: Policy = { from: 'manager' }

/** Too large for one pair of eyes: booked once a colleague approves it. */
export interface WaitingEntry {
  manualentry_id: number
}
