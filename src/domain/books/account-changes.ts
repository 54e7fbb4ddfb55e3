import { type Cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import type { Account, ItemKey, Money, MoneyKey, Placement } from './account.ts'

/** What somebody does with money that is there already; settling comes afterwards. */
export type AccountChange = (account: Account) => Account

const isAt = (money: MoneyKey, item: ItemKey) => (one: Placement) =>
  one.money === money && one.item === item

const amountOf = (placements: readonly Placement[]) => sumCents(placements.map((one) => one.amount))

const plus = (a: number, b: number): Cents => wholeCents(a + b)

function changeMoney(account: Account, key: MoneyKey, change: (money: Money) => Partial<Money>) {
  const money = account.money.map((one) => (one.key === key ? { ...one, ...change(one) } : one))
  return { ...account, money }
}

/** Taken off an item by hand: it waits for the next invoice. */
export function takenOff(key: MoneyKey, item: ItemKey): AccountChange {
  return (account) => {
    const lies = account.placements.filter(isAt(key, item))
    const placements = account.placements.filter((one) => !lies.includes(one))
    const changed = changeMoney(account, key, ({ waiting }) => ({
      waiting: plus(waiting, amountOf(lies)),
    }))
    return { ...changed, placements }
  }
}

/** What lay on an invoice is kept for the draft that replaces it. */
export function keptFor(draft: ItemKey, replaced: ItemKey): AccountChange {
  return (account) => {
    const lies = account.placements.filter((one) => one.item === replaced)
    const placements = account.placements.filter((one) => one.item !== replaced)
    const money = account.money.map((one) => {
      const kept = lies.filter((placement) => placement.money === one.key)
      const parts = kept.map(({ amount, is_manual }) => ({ draft, amount, is_manual }))
      return { ...one, reserved: [...one.reserved, ...parts] }
    })
    return { ...account, money, placements }
  }
}

/** The draft was sent or given up: nothing is kept for it any more. */
export function keptNoMore(draft: ItemKey): AccountChange {
  return (account) => ({
    ...account,
    money: account.money.map((one) => ({
      ...one,
      reserved: one.reserved.filter((part) => part.draft !== draft),
    })),
  })
}

/** Credit that waited for the next invoice waits no longer. */
const waitsNoMore: AccountChange = (account) => ({
  ...account,
  money: account.money.map((one) => ({ ...one, waiting: wholeCents(0) })),
})

/** A part of some money, led to where it is by the rules or by somebody's hand. */
export type MoneyPart = Pick<Placement, 'money' | 'amount' | 'is_manual'>

/** What is there for an invoice that goes out: kept for its draft, or waiting for the next one. */
export function setAsideFor({ money }: Account, draft: ItemKey) {
  const kept = money.flatMap(({ key, reserved }) =>
    reserved
      .filter((part) => part.draft === draft)
      .map(({ amount, is_manual }): MoneyPart => ({ money: key, amount, is_manual })),
  )
  const waited = money
    .filter(({ waiting }) => waiting > 0)
    .map(({ key, waiting }): MoneyPart => ({ money: key, amount: waiting, is_manual: true }))
  return { kept, waited }
}

/** The invoice went out: nothing is kept for its draft, and nothing waits any more. */
export function usedBySending(draft: ItemKey): AccountChange {
  return (account) => waitsNoMore(keptNoMore(draft)(account))
}

/** How much of some money lies on no item and is kept for none. */
export function unallocated(account: Account, key: MoneyKey): Cents {
  const money = account.money.find((one) => one.key === key)
  if (!money) return wholeCents(0)
  const placed = amountOf(account.placements.filter((one) => one.money === key))
  return wholeCents(money.amount - placed - sumCents(money.reserved.map((one) => one.amount)))
}

/** Paid back to the customer: credit first, then what lies on the item, which is open again. */
export function paidBack(key: MoneyKey, amount: Cents, item: ItemKey | null): AccountChange {
  return (account) => {
    const fromCredit = Math.min(amount, unallocated(account, key))
    const fromItem = wholeCents(amount - fromCredit)
    const changed = changeMoney(account, key, (money) => {
      const free = unallocated(account, key) - money.waiting
      return {
        amount: plus(money.amount, -amount),
        waiting: wholeCents(money.waiting - Math.max(0, fromCredit - free)),
        paid_back:
          fromItem > 0 && item ? [...money.paid_back, { item, amount: fromItem }] : money.paid_back,
      }
    })
    return {
      ...changed,
      placements: item ? without(account.placements, key, item, fromItem) : account.placements,
    }
  }
}

/** Parts of money that were taken off items, or are to lie there again. */
export type ItemPart = Pick<Placement, 'item' | 'amount'>

/** Where money lay that a refund took, the latest first, as much of it as has come back. */
export function takenByRefund({ money }: Account, key: MoneyKey, amount: Cents): ItemPart[] {
  let left: number = amount
  return (money.find((one) => one.key === key)?.paid_back ?? []).toReversed().flatMap((part) => {
    const back = wholeCents(Math.min(left, part.amount))
    left -= back
    return back > 0 ? [{ item: part.item, amount: back }] : []
  })
}

/** A refund came back: what it took off items is not paid back any more. */
export function paidBackNoMore(key: MoneyKey, parts: readonly ItemPart[]): AccountChange {
  return (account) =>
    changeMoney(account, key, ({ paid_back }) => {
      const left = parts.map((part) => ({ ...part }))
      const less = paid_back.toReversed().flatMap((part) => {
        const back = left.find(({ item }) => item === part.item)
        const gone = Math.min(back?.amount ?? 0, part.amount)
        if (back) back.amount = plus(back.amount, -gone)
        return gone === part.amount ? [] : [{ ...part, amount: plus(part.amount, -gone) }]
      })
      return { paid_back: less.toReversed() }
    })
}

function without(
  placements: readonly Placement[],
  money: MoneyKey,
  item: ItemKey,
  amount: Cents,
): Placement[] {
  let left: number = amount
  return placements.flatMap((one) => {
    if (!isAt(money, item)(one)) return [one]
    const gone = Math.min(left, one.amount)
    left -= gone
    return gone === one.amount ? [] : [{ ...one, amount: plus(one.amount, -gone) }]
  })
}
