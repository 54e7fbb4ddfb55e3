// What the matcher has to know of an organisation, fed once for many lines.

import type { ItemKey } from '#domain/books/account.ts'
import type { Cents } from '#domain/kit/money.ts'
import type { BankRule } from './bank-rule.ts'
import type { ConfirmedPattern } from './confirmed-pattern.ts'
import type { DepositItem } from './deposit.ts'
import type { PayerAlias } from './payer-alias.ts'

export interface PayerFacts {
  customer_id: number
  customer_number: string | null
  /** Every name field that is filled. */
  names: readonly string[]
  /** Keyed hashes of the accounts kept with the customer. */
  account_hashes: readonly string[]
  /** The account's rules do not hold at the moment: nothing is put on it by itself. */
  is_parked: boolean
}

/** The number of a document that was sent, open or not. */
export interface SentNumber {
  key: ItemKey
  customer_id: number
  number: string
  /** A redone one leads to what took its place. */
  replaced_by: ItemKey | null
}

/** A payment that was recorded by hand and that no bank line confirms yet. */
export interface RecordedPayment {
  payment_id: number
  customer_id: number
  payment_date: string
  amount: Cents
  payment_type: string
}

/**
 * Something of ours that a bank line may be the other half of, to the cent: a provider's payout, a
 * batch or single payment to suppliers, a refund, a commission statement, a line of another account.
 */
export interface Counterpart {
  kind: 'payout' | 'billpayment' | 'refund' | 'returned' | 'commission' | 'transfer'
  /** Its own id: of the payout, the batch, the refund, the statement, the other line. */
  id: number
  /** Signed as the bank will show it. */
  amount: Cents
  date: string
  /** What the bank's texts may say of it, such as SB-0012 or the provider's reference. */
  reference: string | null
  customer_id: number | null
  supplier_id: number | null
  /** The payments it stands for. */
  payment_ids: readonly number[]
  /** For transfers: the account of the other line, which is not the one asked about. */
  bankaccount_id: number | null
  /** Commission statements that left in the same file, and their share of it. */
  along?: { ids: readonly number[]; amount: Cents } | null
}

export interface SupplierFacts {
  supplier_id: number
  names: readonly string[]
  account_hashes: readonly string[]
  /** Our numbers with the supplier: account, statement and customer numbers. */
  numbers: readonly string[]
}

/** A bill that is approved and not yet paid. */
export interface OpenBill {
  bill_id: number
  supplier_id: number
  bill_number: string | null
  due_date: string
  /** The supplier's discount is kept until this day. */
  in_time_until: string
  discounted: Cents
  undiscounted: Cents
  placed: Cents
}

/** Money that came in lately and may come back: a line that was matched to payments. */
export interface PastDeposit {
  line_id: number
  bankaccount_id: number
  customer_id: number
  payment_ids: readonly number[]
  date: string
  amount: Cents
  other_account_hash: string | null
}

export interface MatchFacts {
  payers: readonly PayerFacts[]
  /** All open items of all customers. */
  items: readonly DepositItem[]
  numbers: readonly SentNumber[]
  aliases: readonly PayerAlias[]
  recorded: readonly RecordedPayment[]
  counterparts: readonly Counterpart[]
  suppliers: readonly SupplierFacts[]
  bills: readonly OpenBill[]
  deposits: readonly PastDeposit[]
  patterns: readonly ConfirmedPattern[]
  rules: readonly BankRule[]
}
