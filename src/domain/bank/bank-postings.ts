import { accounts, credit, debit, type Posting } from '#domain/books/postings.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

/** Money of a line against another account: above zero it came in. */
function against(ledger: number, account: number, amount: Cents): Posting[] {
  return amount > 0
    ? [debit(ledger, amount), credit(account, amount)]
    : [debit(account, wholeCents(-amount)), credit(ledger, wholeCents(-amount))]
}

/** What an account held before we kept its books. */
export function bankOpened(ledger: number, amount: Cents): Posting[] {
  return amount === 0 ? [] : against(ledger, accounts.openingBalances, amount)
}

/** Payments are booked on the first account until a line shows them on another. */
export function bankMoved(ledger: number, amount: Cents): Posting[] {
  return ledger === accounts.bank ? [] : against(ledger, accounts.bank, amount)
}

/** Between accounts of ours: each side meets the other on the account of transfers half seen. */
export function bankTransfer(ledger: number, amount: Cents): Posting[] {
  return against(ledger, accounts.transfersHalfSeen, amount)
}

/** Fees, interest and what else a line is that no document explains; never with GST. */
export function bankCoded(ledger: number, account: number, amount: Cents): Posting[] {
  return against(ledger, account, amount)
}

/** Money that nobody knows yet. */
export function bankAside(ledger: number, amount: Cents): Posting[] {
  return against(ledger, accounts.unidentifiedMoney, amount)
}
