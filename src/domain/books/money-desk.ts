import { compareTexts } from '#domain/kit/compare-texts.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'
import type { Account, Item, ItemKey, Money, MoneyKey, Placement, PpdState } from './account.ts'

/** An item with what lies on it at the moment. */
export interface OpenItem extends Item {
  placed: number
  /** Money on it that is dated in time, and what was paid back out of such money. */
  in_time: number
  written_off: Cents
}

/** Money with what is left in hand at the moment. */
export interface Purse extends Money {
  placed: number
}

interface Pile {
  purse: Purse
  item: OpenItem
  by_rule: number
  by_hand: number
}

/** The customer's money on the desk: every movement keeps its sums right. */
export class MoneyDesk {
  readonly items: Map<ItemKey, OpenItem>
  readonly purses: Map<MoneyKey, Purse>
  readonly today: string
  readonly #piles = new Map<string, Pile>()

  constructor(account: Account, today: string) {
    this.today = today
    this.items = new Map(
      account.items.map((item) => [item.key, { ...item, placed: 0, in_time: 0 }]),
    )
    this.purses = new Map(account.money.map((money) => [money.key, { ...money, placed: 0 }]))
    for (const purse of this.purses.values())
      for (const { item: key, amount } of purse.paid_back) {
        const item = this.items.get(key)
        if (item && isInTime(purse, item)) item.in_time += amount
      }
    for (const { money, item: key, amount, is_manual } of account.placements) {
      const [purse, item] = [this.purses.get(money), this.items.get(key)]
      // Money or an item that is gone lets go of what lay there.
      if (purse && item) this.put(purse, item, amount, is_manual)
    }
  }

  put(purse: Purse, item: OpenItem, amount: number, isManual = false): void {
    const pile = this.#pileOf(purse, item)
    pile[isManual ? 'by_hand' : 'by_rule'] += amount
    item.placed += amount
    purse.placed += amount
    if (isInTime(purse, item)) item.in_time += amount
  }

  /** Takes money off an item: what the rules put there before what somebody put by hand. */
  takeOff(purse: Purse, item: OpenItem, amount: number): void {
    const pile = this.#pileOf(purse, item)
    const byRule = Math.min(amount, pile.by_rule)
    if (byRule > 0) this.put(purse, item, -byRule)
    if (amount > byRule) this.put(purse, item, byRule - amount, true)
  }

  /** Takes off at most so much of what the rules have put there. */
  takeOffRule(purse: Purse, item: OpenItem, most: number): void {
    const { by_rule } = this.#pileOf(purse, item)
    if (most > 0 && by_rule > 0) this.put(purse, item, -Math.min(most, by_rule))
  }

  /** What of it the rules may put somewhere. */
  free(purse: Purse): number {
    return purse.amount - purse.placed - sumOf(purse.reserved) - purse.waiting
  }

  /** What lies on an item, the latest money first. */
  lyingOn(item: OpenItem): Pile[] {
    const piles = [...this.#piles.values()].filter((pile) => pile.item === item)
    return piles.sort((a, b) => inOrder(b.purse, a.purse))
  }

  /** Lifts what the rules have put down of this money. */
  lift(purse: Purse): void {
    for (const pile of this.#piles.values())
      if (pile.purse === purse && pile.by_rule > 0) this.put(purse, pile.item, -pile.by_rule)
  }

  placements(): Placement[] {
    return [...this.#piles.values()].flatMap(({ purse, item, by_rule, by_hand }) => {
      const where = { money: purse.key, item: item.key }
      return [
        ...(by_rule > 0 ? [{ ...where, amount: wholeCents(by_rule), is_manual: false }] : []),
        ...(by_hand > 0 ? [{ ...where, amount: wholeCents(by_hand), is_manual: true }] : []),
      ]
    })
  }

  ppdOf(item: OpenItem): PpdState {
    if (item.ppd_granted) return 'granted'
    if (item.in_time >= neededInTime(item)) return 'earned'
    return this.today <= item.in_time_until || item.is_awaited ? 'open' : 'lost'
  }

  /** What the item comes to as its discount stands, less what is not asked for any more. */
  asked(item: OpenItem): number {
    const total = this.ppdOf(item) === 'lost' ? item.undiscounted : item.discounted
    return total - item.waived - item.written_off
  }

  balance(item: OpenItem): number {
    return this.asked(item) - item.placed
  }

  #pileOf(purse: Purse, item: OpenItem): Pile {
    const key = `${purse.key} ${item.key}`
    const pile = this.#piles.get(key) ?? { purse, item, by_rule: 0, by_hand: 0 }
    this.#piles.set(key, pile)
    return pile
  }
}

export function sumOf(parts: readonly { amount: Cents }[]): number {
  return parts.reduce((sum, part) => sum + part.amount, 0)
}

export const isInTime = (money: Money, item: Item) => money.date <= item.in_time_until

/** Money dated in time that earns the discount. */
export const neededInTime = (item: Item) => item.discounted - item.waived - item.tolerance

/** Earlier money first; of one day by what it is, so that the order of typing never matters. */
export function inOrder(a: Money, b: Money): number {
  return compareTexts(a.date, b.date) || compareTexts(a.order, b.order) || byNumber(a.key, b.key)
}

/**
 * Of one day, money that names an older page comes first: who pays two pages at once was told on the
 * second what the first one leaves.
 */
export function moneyOrder(page: number | null, received: Cents, reference: string): string {
  const named = page === null ? 'unnamed' : `${page}`.padStart(16, '0')
  return `${named} ${`${received}`.padStart(14, '0')} ${reference}`
}

/** The oldest due first. */
export function byDueDate(a: Item, b: Item): number {
  return (
    compareTexts(a.due_date, b.due_date) || a.sent_order - b.sent_order || byNumber(a.key, b.key)
  )
}

/** `p9` before `p10`: what came first stays where it is when the same comes again. */
const byNumber = (a: MoneyKey, b: MoneyKey) =>
  Number(a.slice(1)) - Number(b.slice(1)) || compareTexts(a, b)
