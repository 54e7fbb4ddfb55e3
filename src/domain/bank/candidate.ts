// What a bank line may be, as the screen shows it and as the matcher weighs it.

import type { ItemKey } from '#domain/books/account.ts'
import type { Tier } from './deposit.ts'

/** What a part of a line stands for. */
export const partKinds = [
  'customer',
  'payment',
  'deposit',
  'payout',
  'billpayment',
  'bill',
  'supplier_refund',
  'returned',
  'refund',
  'dishonour',
  'transfer',
  'account',
  'commission',
  'aside',
] as const
export type PartKind = (typeof partKinds)[number]

/** A share of a line and what it is for; all shares together are the line's amount. */
export interface LinePart {
  kind: PartKind
  /** Decimal text, signed as the line is. */
  amount: string
  customer_id?: number | undefined
  supplier_id?: number | undefined
  /** The page that is paid as printed (T0, T2), as the payment will name it. */
  page?: ItemKey | undefined
  /** What is put on which item, where no page says so (T1, T3, T4). */
  plan?: readonly { key: ItemKey; amount: string }[] | undefined
  /** Payments that are linked: recorded ones, refunds, a payout's, those of a batch. */
  payment_ids?: readonly number[] | undefined
  bill_ids?: readonly number[] | undefined
  /** The payout, the batch, the commission statement or the other line of a transfer. */
  counterpart_id?: number | undefined
  account?: number | undefined
}

export type EvidenceCode =
  | 'invoice_number'
  | 'customer_number'
  | 'payer_account'
  | 'payer_alias'
  | 'digits'
  | 'name'
  | 'only_figure'
  | 'beginning'
  | 'shared'

/** A fact that speaks for a candidate, in words for the screen. */
export interface Reason {
  code: EvidenceCode | 'exact' | 'leaves' | 'credit' | 'others' | 'counterpart' | 'rule' | 'paid'
  words: string
}

/** Why a candidate may be taken without asking: the letter of the rule that allows it. */
export const automaticRules = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
export type AutomaticRule = (typeof automaticRules)[number]

export interface Candidate {
  /** Stays the same while nothing about it changes; a match names it. */
  key: string
  kind: PartKind
  customer_id: number | null
  tier: Tier | null
  points: number
  automatic: AutomaticRule | null
  reasons: Reason[]
  parts: LinePart[]
  /** How many other ways add up exactly for the same customer. */
  others: number
}
