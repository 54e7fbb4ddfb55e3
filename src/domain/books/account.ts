import type { Cents } from '#domain/kit/money.ts'

/** What a customer owes: `i12` is invoice 12, `a7` adjustment 7. */
export type ItemKey = `i${number}` | `a${number}`
/** Money of a customer: `p5` is payment 5; an invoice or adjustment below zero gave `i9` or `a4`. */
export type MoneyKey = `p${number}` | ItemKey

/** Something that is owed, or was, and that money can be put on. */
export interface Item {
  key: ItemKey
  due_date: string
  /** The last day on which money earns the discount, with the grace that held when it was sent. */
  in_time_until: string
  /** What is asked in time and later; the same where there is no discount. */
  discounted: Cents
  undiscounted: Cents
  /** So much may be missing from the discounted amount, and the discount is earned all the same. */
  tolerance: Cents
  /** Late fees that were taken off it since. */
  waived: Cents
  /** Given up. Money that names the item makes this smaller before it becomes credit. */
  written_off: Cents
  is_held: boolean
  ppd_granted: boolean
  /** A direct debit that would be in time is under way: the discount waits for it. */
  is_awaited?: boolean | undefined
  /** Money of later days finds it; one that replaces another is there since that one was sent. */
  sent_date: string
  sent_order: number
  page: Page | null
}

/** What a page asked for: the order in which money that means it is put down. */
export interface Page {
  /** Older items it printed, the oldest due first, with what it asked for each. */
  carried: readonly { key: ItemKey; printed: Cents }[]
  /** The figures it printed, in time and later. */
  asked: readonly Cents[]
  /** The items it carries are paid before itself. */
  old_items_first: boolean
}

/** A payment, or the credit that an invoice or an adjustment gave. */
export interface Money {
  key: MoneyKey
  date: string
  /** Tells money of one day apart by what it is, not by when it was typed: `moneyOrder`. */
  order: string
  /** What came in, and what is left of it after refunds. */
  received: Cents
  amount: Cents
  /** The item its reference names; of a credit note, the invoice it credits. */
  names: ItemKey | null
  /** What its bank line was found to pay, item by item: it goes there before anything else. */
  plan?: readonly { item: ItemKey; amount: Cents }[] | undefined
  /** Kept for the new drafts of invoices that are being redone. */
  reserved: readonly { draft: ItemKey; amount: Cents; is_manual: boolean }[]
  /** Taken off an item by hand: it waits for the next invoice. */
  waiting: Cents
  /** Paid back out of these items; it counts for their discount as if it still lay there. */
  paid_back: readonly { item: ItemKey; amount: Cents }[]
}

/** The same as it is stored with a payment; amounts are decimal text. */
export type PaymentPlan = readonly { key: ItemKey; amount: string }[]

/** Where money lies. What somebody put by hand stays where it is when the rules move money. */
export interface Placement {
  money: MoneyKey
  item: ItemKey
  amount: Cents
  is_manual: boolean
}

export interface Account {
  items: readonly Item[]
  money: readonly Money[]
  placements: readonly Placement[]
}

export type PpdState = 'open' | 'earned' | 'granted' | 'lost'

export interface Outcome {
  ppd: PpdState
  balance: Cents
  written_off: Cents
}
