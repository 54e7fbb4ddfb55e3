import { accounts, credit, debit, type Posting, real } from '#domain/books/postings.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

/** Earned: a cost of ours that is owed to the partner. What is taken back has the other sign. */
export function commissionBooked(amount: Cents): Posting[] {
  return real([debit(accounts.commissions, amount), credit(accounts.commissionsPayable, amount)])
}

/** What a statement adds: GST that we claim and owe to the partner with what they earned. */
export function statementGst(gst: Cents): Posting[] {
  return real([debit(accounts.gstOnPurchases, gst), credit(accounts.commissionsPayable, gst)])
}

/** Paid: what was owed is gone, to the bank and, where some was withheld, to Inland Revenue. */
export function statementPaid(paid: Cents, withheld: Cents): Posting[] {
  return real([
    debit(accounts.commissionsPayable, wholeCents(paid + withheld)),
    credit(accounts.bank, paid),
    credit(accounts.withheldFromPartners, withheld),
  ])
}
