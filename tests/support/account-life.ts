import type { Account, Item, ItemKey, Money, MoneyKey, Outcome } from '#domain/books/account.ts'
import { type AccountChange, setAsideFor, usedBySending } from '#domain/books/account-changes.ts'
import { moneyOrder } from '#domain/books/money-desk.ts'
import { type MoneyEvent, type SettledAccount, settleMoney } from '#domain/books/place-money.ts'
import { compareTexts } from '#domain/kit/compare-texts.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

interface SendingPage {
  discounted: number
  undiscounted?: number
  due: string
  old_items_first?: boolean
  tolerance?: number
  /** In the place of another one: the draft that money was kept for, and since when that one stood. */
  key?: ItemKey
  since?: string
}

/**
 * The life of a customer's account in memory, day by day, with the pages that are sent: what tests
 * and the simulation of payers play before any of it is stored.
 */
export class AccountLife {
  today: string
  account: Account = { items: [], money: [], placements: [] }
  outcomes = new Map<ItemKey, Outcome>()
  credit = 0
  #count = 0

  constructor(today: string) {
    this.today = today
  }

  settle(event?: MoneyEvent, change: AccountChange = (account) => account): SettledAccount {
    const changed = change(this.account)
    // What money names may be gone by now, or have another in its place.
    const money = changed.money.map((one) => ({ ...one, order: this.#orderOf(one) }))
    const settled = settleMoney({ ...changed, money }, this.today, event)
    const items = this.account.items.map((item) => ({
      ...item,
      written_off: settled.outcomes.get(item.key)?.written_off ?? item.written_off,
    }))
    this.account = { items, money: settled.money, placements: settled.placements }
    this.outcomes = settled.outcomes
    this.credit = settled.credit
    return settled
  }

  wait(days: number): void {
    this.today = addDays(this.today, days)
    this.settle()
  }

  /** Sends a page: overdue and decided items are carried, free credit is taken off. */
  send({ discounted, undiscounted = discounted, due, ...terms }: SendingPage): ItemKey {
    this.settle()
    this.#count += 1
    const key = terms.key ?? (`i${this.#count}` as const)
    const carried = this.#toCarry()
    const opening = carried.reduce((sum, { printed }) => sum + printed, 0) - this.#creditFor(key)
    const item: Item = {
      key,
      due_date: due,
      in_time_until: due,
      discounted: wholeCents(discounted),
      undiscounted: wholeCents(undiscounted),
      tolerance: wholeCents(terms.tolerance ?? 0),
      waived: wholeCents(0),
      written_off: wholeCents(0),
      is_held: false,
      ppd_granted: false,
      sent_date: terms.since ?? this.today,
      sent_order: this.#count,
      page: {
        carried,
        asked: [wholeCents(opening + discounted), wholeCents(opening + undiscounted)],
        old_items_first: terms.old_items_first ?? true,
      },
    }
    this.account = { ...this.account, items: [...this.account.items, item] }
    this.settle({ sent: { item: key, ...setAsideFor(this.account, key) } }, usedBySending(key))
    return key
  }

  /** Money comes in, or is entered days after it did. */
  pay(amount: number, date = this.today, names: ItemKey | null = null): MoneyKey {
    this.#count += 1
    const key: MoneyKey = `p${this.#count}`
    const money: Money = {
      key,
      date,
      order: '',
      received: wholeCents(amount),
      amount: wholeCents(amount),
      names,
      reserved: [],
      waiting: wholeCents(0),
      paid_back: [],
    }
    this.account = { ...this.account, money: [...this.account.money, money] }
    this.settle({ received: key })
    return key
  }

  change(key: ItemKey, given: Partial<Item>): void {
    const items = this.account.items.map((item) =>
      item.key === key ? { ...item, ...given } : item,
    )
    this.account = { ...this.account, items }
    this.settle()
  }

  without(gone: ItemKey | MoneyKey): void {
    this.account = {
      ...this.account,
      items: this.account.items.filter(({ key }) => key !== gone),
      money: this.account.money.filter(({ key }) => key !== gone),
    }
    this.settle()
  }

  item(key: ItemKey): Item {
    const item = this.account.items.find((one) => one.key === key)
    if (!item) throw new Error(`There is no ${key}.`)
    return item
  }

  balance(key: ItemKey): Cents {
    return this.outcomes.get(key)?.balance ?? wholeCents(0)
  }

  #orderOf({ names, received }: Money): string {
    const named = this.account.items.find(({ key }) => key === names)
    return moneyOrder(named?.sent_order ?? null, received, '')
  }

  /** All credit but what is kept for other drafts. */
  #creditFor(key: ItemKey): number {
    const kept = this.account.money.flatMap(({ reserved }) => reserved)
    return kept.reduce(
      (credit, { draft, amount }) => (draft === key ? credit : credit - amount),
      this.credit,
    )
  }

  #toCarry(): { key: ItemKey; printed: Cents }[] {
    const ahead = this.account.items.filter((item) => item.due_date >= this.today && !item.is_held)
    const asked = new Set(ahead.flatMap(({ page }) => page?.carried.map(({ key }) => key) ?? []))
    return this.account.items
      .filter(({ key, due_date, is_held }) => due_date < this.today && !is_held && !asked.has(key))
      .filter(({ key }) => this.balance(key) > 0 && this.outcomes.get(key)?.ppd !== 'open')
      .sort((a, b) => compareTexts(a.due_date, b.due_date) || numberOf(a.key) - numberOf(b.key))
      .map(({ key }) => ({ key, printed: this.balance(key) }))
  }
}

const numberOf = (key: ItemKey) => Number(key.slice(1))
