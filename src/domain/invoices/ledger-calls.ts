import { z } from 'zod'
import type { ChainReport } from '#domain/books/chain-calls.ts'
import type { Violation } from '#domain/books/violation.ts'
import { call, data } from '#domain/kit/call.ts'
import type { AmountDifference } from './invoice-proof-calls.ts'

/** An invoice that is not what its figures give. */
export interface WrongInvoice {
  id: number
  customer_id: number
  differences: AmountDifference[]
}

export interface BooksVerification {
  violations: Violation[]
  invoices_checked: number
  /** False where time ran out before the last invoice or entry, or too much is wrong to list. */
  is_complete: boolean
  invoices_wrong: WrongInvoice[]
  /** Whether every entry still is what it was when it was made. */
  chains: ChainReport[]
}

/** The same with every rule that was looked at, for whoever asked. */
export interface BooksReport extends BooksVerification {
  /** Nothing is wrong, and there was time to look at all of it. */
  is_fine: boolean
  checks: { code: string; title: string; violations: number }[]
}

/** Whether the books add up, for whoever wants to know now. */
export const ledgerCalls = {
  verify: call({
    method: 'POST',
    path: '/ledger/verify',
    summary: 'Check everything that must hold of the books; accounts that do not add up are parked',
    policy: { from: 'manager' },
    replayed: false,
    input: z.strictObject({}),
    answers: data<BooksReport>(),
  }),
}
