import { type Cents, wholeCents } from '#domain/kit/money.ts'

/** An invoice that money can be put on. */
export interface OwedInvoice {
  id: number
  due_date: string
  /** The last day on which money earns the discount, grace included. */
  discounted_date: string
  discounted: Cents
  undiscounted: Cents
  /** Fees waived and rests written off, and of those the ones up to the discount date. */
  forgiven: Cents
  forgiven_in_time: Cents
  is_held: boolean
  ppd_granted: boolean
  sent_order: number
  /** The day its page went out: money that came before cannot have meant it. */
  sent_date: string
  /** Older invoices whose rests this page printed as its opening balance, oldest first. */
  page_items: readonly number[]
  /** What the page asks for, in time and later. */
  discounted_total: Cents
  undiscounted_total: Cents
}

/** Money of a customer: a payment, or what a credit invoice gave back. */
export interface Money {
  id: string
  date: string
  /** What is left of it after refunds. */
  amount: Cents
  /** The invoice its reference names. */
  names: number | null
  /** Allocations somebody chose; they stay where they are. */
  manual: readonly { invoice_id: number; amount: Cents }[]
  /** The part put away for the new draft of an invoice that is being redone. */
  reserved: Cents
  /** What was paid back out of it; it still counts for the discount it had earned. */
  refunded: Cents
}

export interface Placement {
  money_id: string
  invoice_id: number
  amount: Cents
}

export type PpdState = 'open' | 'earned' | 'granted' | 'lost'

export interface Placed {
  placements: Placement[]
  ppd: Map<number, PpdState>
  balances: Map<number, Cents>
  /** What is on no invoice. */
  credit: Cents
}

export interface PlacingRules {
  today: string
  /** A page that is named is paid with its old items first. */
  ppd_needs_old_balance: boolean
  ppd_tolerance_cents: number
}

interface Standing extends OwedInvoice {
  inTime: number
  placed: number
}

/**
 * Where a customer's money lies. Earlier money is placed before later money, whatever the order in
 * which it was entered, so that entering a payment late changes nothing for the customer.
 */
export function placeMoney(
  invoices: readonly OwedInvoice[],
  money: readonly Money[],
  rules: PlacingRules,
): Placed {
  const standing = new Map(
    invoices.map((invoice): [number, Standing] => [
      invoice.id,
      { ...invoice, inTime: 0, placed: 0 },
    ]),
  )
  const placements: Placement[] = []
  const left = new Map<string, number>()
  const put = (one: Money, invoice: Standing, amount: number) => {
    if (amount <= 0) return
    placements.push({ money_id: one.id, invoice_id: invoice.id, amount: wholeCents(amount) })
    invoice.placed += amount
    if (one.date <= invoice.discounted_date) invoice.inTime += amount
    left.set(one.id, (left.get(one.id) ?? 0) - amount)
  }
  for (const one of money) {
    left.set(one.id, one.amount)
    for (const { invoice_id, amount } of one.manual) {
      const invoice = standing.get(invoice_id)
      if (invoice) put(one, invoice, amount)
    }
  }
  const inTime = [...money].sort((a, b) => compare(a.date, b.date) || compare(a.id, b.id))
  for (const one of inTime) {
    let paidBack: number = one.refunded
    for (const invoice of targetsOf(one, standing, rules)) {
      const room = roomOn(invoice, one.date, rules)
      put(one, invoice, Math.min(room, (left.get(one.id) ?? 0) - one.reserved))
      paidBack -= countForDiscount(invoice, one.date, paidBack)
    }
  }
  const credit = [...left.values()].reduce((sum, rest) => sum + rest, 0)
  const all = [...standing.values()]
  return {
    placements,
    ppd: new Map(all.map((invoice) => [invoice.id, ppdOf(invoice, rules)])),
    balances: new Map(all.map((invoice) => [invoice.id, balanceOf(invoice, rules)])),
    credit: wholeCents(credit),
  }
}

/** The page it names, else the newest that asks for exactly this, else the oldest due first. */
function targetsOf(one: Money, standing: Map<number, Standing>, rules: PlacingRules): Standing[] {
  const all = [...standing.values()].filter((invoice) => !invoice.is_held)
  const oldestFirst = all.sort((a, b) => compare(a.due_date, b.due_date) || a.id - b.id)
  const page = named(one, standing) ?? asking(one, oldestFirst)
  if (!page || page.is_held) return oldestFirst
  const items = page.page_items.flatMap((id) => standing.get(id) ?? [])
  const open = items.filter((invoice) => !invoice.is_held)
  const first = rules.ppd_needs_old_balance ? [...open, page] : [page, ...open]
  return [...first, ...oldestFirst.filter((invoice) => !first.includes(invoice))]
}

function named(one: Money, standing: Map<number, Standing>): Standing | undefined {
  return one.names === null ? undefined : standing.get(one.names)
}

function asking(one: Money, pages: readonly Standing[]): Standing | undefined {
  const fitting = pages.filter(
    (page) =>
      page.sent_date <= one.date &&
      (page.discounted_total === one.amount || page.undiscounted_total === one.amount),
  )
  return fitting.sort((a, b) => b.sent_order - a.sent_order)[0]
}

/** Money we gave back was there in time all the same. */
function countForDiscount(invoice: Standing, date: string, paidBack: number): number {
  if (paidBack <= 0 || date > invoice.discounted_date) return 0
  const missing = invoice.discounted - invoice.forgiven_in_time - invoice.inTime
  const counted = Math.min(paidBack, Math.max(0, missing))
  invoice.inTime += counted
  return counted
}

/** Early money settles at most the discounted amount: nobody pays in full by paying early. */
function roomOn(invoice: Standing, date: string, rules: PlacingRules): number {
  const isEarly = date <= invoice.discounted_date
  const total =
    isEarly || standsDiscounted(invoice, rules) ? invoice.discounted : invoice.undiscounted
  return Math.max(0, total - invoice.forgiven - invoice.placed)
}

function isEarned(invoice: Standing, rules: PlacingRules): boolean {
  const needed = invoice.discounted - invoice.forgiven_in_time
  return invoice.inTime >= needed - rules.ppd_tolerance_cents
}

function standsDiscounted(invoice: Standing, rules: PlacingRules): boolean {
  return invoice.ppd_granted || isEarned(invoice, rules) || invoice.is_held
}

function ppdOf(invoice: Standing, rules: PlacingRules): PpdState {
  if (invoice.ppd_granted) return 'granted'
  if (isEarned(invoice, rules)) return 'earned'
  // While an invoice is held, time takes nothing away.
  if (invoice.is_held || rules.today <= invoice.discounted_date) return 'open'
  return 'lost'
}

function balanceOf(invoice: Standing, rules: PlacingRules): Cents {
  const total = ppdOf(invoice, rules) === 'lost' ? invoice.undiscounted : invoice.discounted
  return wholeCents(total - invoice.forgiven - invoice.placed)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
