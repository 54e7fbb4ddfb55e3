import { accounts, credit, debit, type Posting, real } from '#domain/books/postings.ts'
import type { Cents } from '#domain/kit/money.ts'

/** Earned: a cost of ours that is owed to the partner. What is taken back has the other sign. */
export function commissionBooked(amount: Cents): Posting[] {
  return real([debit(accounts.commissions, amount), credit(accounts.commissionsPayable, amount)])
}
