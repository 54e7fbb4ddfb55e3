// What an item comes to on the day the money came in, and what else people may have paid for it.

import type { ItemKey } from '#domain/books/account.ts'
import type { DepositItem, Tier } from './deposit.ts'

/** The figures of one item on one day. */
export interface ItemFigures {
  item: DepositItem
  /** In time or granted the discounted amount, else the full one, less forgiven and placed. */
  right: number
  /** The opposite; the same as right where there is no discount. */
  other: number
}

/** A figure at which an item may stand in a solution. */
export interface Choice {
  figure: number
  /** At its right figure, as the items a page carries have to be. */
  is_right: boolean
}

export function figuresOn(item: DepositItem, date: string): ItemFigures {
  const isInTime = item.ppd_granted || date <= item.in_time_until
  const rest = (total: number) => total - item.forgiven - item.placed
  const [right, other] = isInTime
    ? [item.discounted, item.undiscounted]
    : [item.undiscounted, item.discounted]
  return { item, right: rest(right), other: rest(other) }
}

/** Items money of a day may be for: sent by then, still open, and held ones only by name. */
export function openOn(
  items: readonly DepositItem[],
  date: string,
  named: ReadonlySet<ItemKey>,
): ItemFigures[] {
  return items
    .filter((item) => item.sent_date <= date && (!item.is_held || named.has(item.key)))
    .map((item) => figuresOn(item, date))
    .filter(({ right }) => right > 0)
    .sort(byDue)
}

/** The oldest due first. */
export function byDue(a: ItemFigures, b: ItemFigures): number {
  return a.item.due_date < b.item.due_date
    ? -1
    : a.item.due_date > b.item.due_date
      ? 1
      : numberOf(a.item.key) - numberOf(b.item.key) || (a.item.key < b.item.key ? -1 : 1)
}

const numberOf = (key: ItemKey) => Number(key.slice(1))

/** The figures of an item that a tier may use, each once, above zero. */
export function choicesOf({ item, right, other }: ItemFigures, tier: Tier): Choice[] {
  const others: number[] = []
  if (tier === 'T3' || tier === 'T4') others.push(other)
  if (tier === 'T4') {
    if (item.placed > 0)
      others.push(item.discounted - item.forgiven, item.undiscounted - item.forgiven)
    if (item.announced_fee > 0) others.push(right + item.announced_fee, other + item.announced_fee)
  }
  const figures = new Set(others.filter((figure) => figure > 0 && figure !== right))
  return [
    { figure: right, is_right: true },
    ...[...figures].map((figure) => ({ figure, is_right: false })),
  ]
}

/** What has to be in a solution with an item, at right figures: the open items its page carries. */
export function carriedBy(
  { item }: ItemFigures,
  open: ReadonlyMap<ItemKey, ItemFigures>,
): ItemKey[] {
  if (!item.page?.old_items_first) return []
  return item.page.carried.flatMap(({ key }) => (open.has(key) ? [key] : []))
}
