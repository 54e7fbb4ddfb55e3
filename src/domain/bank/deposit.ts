// What a deposit may be paying, and what the solver says of it. All amounts are whole cents.

import type { ItemKey } from '#domain/books/account.ts'
import type { Cents } from '#domain/kit/money.ts'

/** An open invoice or adjustment of a customer, as it stood at the moment of asking. */
export interface DepositItem {
  key: ItemKey
  customer_id: number
  /** The number it was sent under. */
  number: string | null
  due_date: string
  /** The last day on which money earns the discount. */
  in_time_until: string
  /** From this day on money may be for it. */
  sent_date: string
  /** What is asked in time and later; the same where there is no discount. */
  discounted: Cents
  undiscounted: Cents
  ppd_granted: boolean
  /** Waived and written off. */
  forgiven: Cents
  /** Money that lies on it already. */
  placed: Cents
  /** Held items are paid only by name. */
  is_held: boolean
  /** A late fee that a reminder announced and no invoice has billed yet; 0 where there is none. */
  announced_fee: Cents
  /** What its page printed; null for what was sent without a page of its own. */
  page: DepositPage | null
}

export interface DepositPage {
  /** The two figures it printed: in time and later. */
  in_time: Cents
  late: Cents
  /** Older items it asked for again, with what it printed for each. */
  carried: readonly { key: ItemKey; printed: Cents }[]
  /** The items it carries have to be paid for its discount. */
  old_items_first: boolean
}

/**
 * T0 a printed page figure right for the day · T1 items at right figures · T2 a printed page figure
 * of the other outcome · T3 items at figures of both · T4 printed figures of what was partly paid,
 * or a late fee that was only announced.
 */
export const tiers = ['T0', 'T1', 'T2', 'T3', 'T4'] as const
export type Tier = (typeof tiers)[number]

export interface PaidItem {
  key: ItemKey
  amount: Cents
}

/** One way in which items add up to the deposit, to the cent. */
export interface Solution {
  tier: Tier
  /** The page whose printed figure it is (T0, T2). */
  page: ItemKey | null
  /** What it puts on each item, the oldest due first. */
  items: PaidItem[]
  /** What stays open on items that are paid short of their right figure. */
  leaves: PaidItem[]
  /** What is above the right figures and becomes account credit. */
  credit: Cents
  /** It leaves out an open invoice that the payer has named. */
  lacks_named: boolean
}

export interface Explanation {
  /** The first tier with a solution; null where nothing adds up. */
  tier: Tier | null
  /** Those of that tier, the best first. */
  solutions: Solution[]
  /** How many other ways of any tier add up as well. */
  others: number
  /** More than one equally good way: somebody has to choose. */
  is_ambiguous: boolean
  /** How likely a figure out of the air would have added up too. */
  chance: number
  /** There were too many combinations to look at them all. */
  is_too_many: boolean
}
