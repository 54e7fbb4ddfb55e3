import { type Cents, wholeCents } from '#domain/kit/money.ts'
import type { AdjustmentKind, AdjustmentSide } from './adjustment.ts'
import { type LedgerEvent, ledgerEvents } from './ledger-events.ts'
import { accounts, credit, debit, type Posting } from './postings.ts'

interface PostedAdjustment {
  kind: AdjustmentKind
  side: AdjustmentSide
  amount: Cents
  /** The GST inside the amount; none where it is without. */
  gst: Cents
}

interface Counterpart {
  event: LedgerEvent
  account: number
  hasGst: boolean
}

const against: Record<AdjustmentKind, Counterpart> = {
  // What was owed before we kept these books was taxed, or will be, elsewhere.
  opening_balance: {
    event: ledgerEvents.openingBalance,
    account: accounts.openingBalances,
    hasGst: false,
  },
  goodwill: { event: ledgerEvents.goodwill, account: accounts.writtenOff, hasGst: true },
  correction: { event: ledgerEvents.correction, account: accounts.otherIncome, hasGst: true },
  returned_refund: {
    event: ledgerEvents.returnedRefund,
    account: accounts.customerCredit,
    hasGst: false,
  },
}

/** What the books call an adjustment of this kind. */
export const adjustmentEvent = (kind: AdjustmentKind): LedgerEvent => against[kind].event

/** A debit is owed at once, a credit is the customer's at once; its GST goes with it. */
export function adjustmentMade({ kind, side, amount, gst }: PostedAdjustment): Posting[] {
  const { account, hasGst } = against[kind]
  const sign = side === 'debit' ? 1 : -1
  const owner = side === 'debit' ? accounts.receivables : accounts.customerCredit
  const taxed = hasGst ? gst : 0
  const lines = [
    { account: owner, amount: wholeCents(sign * amount) },
    { account, amount: wholeCents(-sign * (amount - taxed)) },
    { account: accounts.gst, amount: wholeCents(-sign * taxed) },
  ]
  return lines.filter((line) => line.amount !== 0)
}

/** Our credit with a supplier, or what we owe it. Neither has GST of ours: its bills brought it. */
export function supplierAdjustmentMade({
  kind,
  side,
  amount,
}: Omit<PostedAdjustment, 'gst'>): Posting[] {
  const other = kind === 'opening_balance' ? accounts.openingBalances : accounts.supplierDifferences
  const owed = [credit(accounts.payables, amount), debit(other, amount)]
  const given = [debit(accounts.supplierCredit, amount), credit(other, amount)]
  return side === 'debit' ? owed : given
}
