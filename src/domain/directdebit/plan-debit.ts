import type { Account, ItemKey } from '#domain/books/account.ts'
import { settleMoney } from '#domain/books/place-money.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

export interface DebitPart {
  key: ItemKey
  amount: Cents
}

export interface PlanFacts {
  account: Account
  today: string
  /** Under way already, item by item. */
  promised: ReadonlyMap<ItemKey, Cents>
}

export interface PageDebit extends PlanFacts {
  page: ItemKey
  charge_date: string
  /** The discount stands with this debit although its day is past. */
  grants: boolean
}

/**
 * What a debit for a page takes, item by item, at the figure that holds if it is honoured: what the
 * page printed of older items, as far as it is still open, and its own invoice. Nothing that another
 * debit is collecting is asked for twice.
 */
export function planPage(facts: PageDebit): DebitPart[] {
  const { page, charge_date, grants } = facts
  const account = grants ? awaiting(facts.account, page) : facts.account
  const open = openOf({ ...facts, account })
  const own = account.items.find(({ key }) => key === page)
  if (!own) return []
  // What is held or disputed is paid by name only, as with money that comes for the page.
  const held = new Set(account.items.filter(({ is_held }) => is_held).map(({ key }) => key))
  const carried = (own.page?.carried ?? [])
    .filter(({ key }) => key !== page && !held.has(key))
    .map(({ key, printed }) => ({ key, amount: Math.min(printed, open.get(key) ?? 0) }))
  const outcome = settleMoney(account, facts.today).outcomes.get(page)
  // The discount is still open, and on that day it will not be any more.
  const isTooLate = outcome?.ppd === 'open' && charge_date > own.in_time_until && !grants
  const lost = isTooLate ? own.undiscounted - own.discounted : 0
  return real([...carried, { key: page, amount: (open.get(page) ?? 0) + lost }])
}

/** With the debit the discount is still to be had, as it was with the one whose place it takes. */
const awaiting = (account: Account, page: ItemKey): Account => ({
  ...account,
  items: account.items.map((item) => (item.key === page ? { ...item, is_awaited: true } : item)),
})

/** What a debit for the account takes: what is open, the oldest due first, up to an amount. */
export function planAccount(facts: PlanFacts, most: Cents | null): DebitPart[] {
  const open = openOf(facts)
  let left = most ?? Number.POSITIVE_INFINITY
  const parts = facts.account.items
    .filter(({ is_held }) => !is_held)
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0))
    .map(({ key }) => {
      const amount = Math.min(open.get(key) ?? 0, left)
      left -= amount
      return { key, amount }
    })
  return real(parts)
}

/** A debit of less than is open: the older items first, as the whole would have paid them. */
export function upTo(parts: readonly DebitPart[], most: Cents): DebitPart[] {
  let left: number = most
  return real(
    parts.map(({ key, amount }) => {
      const some = Math.min(amount, left)
      left -= some
      return { key, amount: some }
    }),
  )
}

export const totalOf = (parts: readonly DebitPart[]): Cents =>
  wholeCents(parts.reduce((sum, { amount }) => sum + amount, 0))

function openOf({ account, today, promised }: PlanFacts): Map<ItemKey, number> {
  const { outcomes } = settleMoney(account, today)
  return new Map(
    [...outcomes].map(([key, { balance }]) => [
      key,
      Math.max(balance - (promised.get(key) ?? 0), 0),
    ]),
  )
}

const real = (parts: readonly { key: ItemKey; amount: number }[]): DebitPart[] =>
  parts
    .filter(({ amount }) => amount > 0)
    .map((one) => ({ ...one, amount: wholeCents(one.amount) }))
