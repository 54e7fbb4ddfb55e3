import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { wholeCents } from '#domain/kit/money.ts'
import { AccountLife } from '#tests/support/account-life.ts'
import type { Account, ItemKey } from './account.ts'
import { paidBack, takenOff } from './account-changes.ts'

declare const process: { env: Record<string, string | undefined> }
const lives = process.env.HEAVY ? 20_000 : 2000
const START = '2026-04-01'

const sending = fc.record({
  do: fc.constant('send' as const),
  amount: fc.integer({ min: 1, max: 60_000 }),
  stake: fc.constantFrom(0, 500, 4000),
  due: fc.nat(25),
})
const paying = fc.record({
  do: fc.constant('pay' as const),
  how: fc.constantFrom('page', 'late page', 'any'),
  amount: fc.integer({ min: 1, max: 70_000 }),
  isNamed: fc.boolean(),
  at: fc.nat(5),
  daysAgo: fc.nat(12),
})
const command = fc.oneof(
  { weight: 4, arbitrary: sending },
  { weight: 5, arbitrary: paying },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 20 }),
    }),
  },
  fc.record({
    do: fc.constantFrom('refund' as const, 'take off' as const),
    at: fc.nat(5),
    to: fc.nat(5),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    do: fc.constantFrom('hold' as const, 'grant' as const, 'give up' as const, 'cancel' as const),
    at: fc.nat(5),
  }),
  fc.record({ do: fc.constant('void' as const), at: fc.nat(5) }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never
const at = <T>(list: readonly T[], place: number): T | undefined => list[place % (list.length || 1)]

function act(life: AccountLife, one: Command): void {
  if (one.do === 'wait') {
    life.wait(one.days)
    return
  }
  if (one.do === 'send') {
    const due = addDays(life.today, one.due)
    life.send({ discounted: one.amount, undiscounted: one.amount + one.stake, due })
    return
  }
  const item = at(life.account.items, one.at)
  const money = at(life.account.money, one.at)
  if (one.do === 'pay') {
    const [inTime, late] = item?.page?.asked ?? []
    const asked = { page: inTime, 'late page': late, any: one.amount }[one.how] ?? one.amount
    if (asked > 0)
      life.pay(asked, addDays(life.today, -one.daysAgo), one.isNamed && item ? item.key : null)
  } else if (one.do === 'void') {
    if (money) life.without(money.key)
  } else if (one.do === 'refund' || one.do === 'take off') {
    const lies = at(
      life.account.placements.filter((placed) => placed.money === money?.key),
      one.to,
    )
    if (!money || !lies) return
    if (one.do === 'take off') life.settle({}, takenOff(money.key, lies.item))
    else {
      const part = wholeCents(Math.ceil((lies.amount * one.share) / 100))
      life.settle({}, paidBack(money.key, part, lies.item))
    }
  } else if (item) {
    const { key } = item
    if (one.do === 'hold') {
      const is_held = !item.is_held
      life.change(key, { is_held, in_time_until: is_held ? '9999-12-31' : item.due_date })
    } else if (one.do === 'grant') life.change(key, { ppd_granted: !item.ppd_granted })
    else if (one.do === 'give up')
      life.change(key, { written_off: wholeCents(item.written_off + life.balance(key)) })
    else life.without(key)
  }
}

/** What is true of an account at every moment. */
function check(life: AccountLife): void {
  const { account, outcomes, credit } = life
  const sum = (list: readonly { amount: number }[]) =>
    list.reduce((all, one) => all + one.amount, 0)
  expect(sum(account.placements) + credit).toBe(sum(account.money))
  const free = account.money.reduce((all, money) => {
    const placed = sum(account.placements.filter((one) => one.money === money.key))
    const rest = money.amount - placed - money.waiting - sum(money.reserved)
    expect(rest).toBeGreaterThanOrEqual(0)
    return all + rest
  }, 0)
  for (const item of account.items) {
    const balance = outcomes.get(item.key)?.balance ?? -1
    expect(balance).toBeGreaterThanOrEqual(0)
    if (!item.is_held && free > 0) expect(balance).toBe(0)
  }
  const again = life.settle()
  expect(sorted(again.placements)).toEqual(sorted(account.placements))
}

const sorted = (placements: Account['placements']) =>
  placements.map((one) => JSON.stringify(one)).sort()

test('whatever happens, no cent is lost, nothing is below zero and no credit lies idle', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (list) => {
      const life = new AccountLife(START)
      for (const one of list) {
        act(life, one)
        check(life)
      }
    }),
    { numRuns: lives },
  )
}, 300_000)

interface PaidMoney {
  amount: number
  date: string
  names: ItemKey | null
}

test('the order in which the same money is entered changes nothing', () => {
  const entries = fc.array(paying, { minLength: 2, maxLength: 6 })
  const before = fc.array(
    fc.oneof(sending, sending, fc.record({ do: fc.constant('wait' as const), days: fc.nat(15) })),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(before, entries, fc.infiniteStream(fc.nat(100)), (list, payments, places) => {
      const start = () => {
        const life = new AccountLife(START)
        for (const one of list) act(life, one)
        return life
      }
      const known = start()
      const paid = payments.map((one): PaidMoney => {
        const item = at(known.account.items, one.at)
        const amount = one.how === 'any' ? one.amount : (item?.page?.asked[0] ?? one.amount)
        const names = one.isNamed && item ? item.key : null
        return { amount, date: addDays(known.today, -one.daysAgo), names }
      })
      const shuffled = [...paid].sort(() => (places.next().value ?? 0) - 50)
      const [one, other] = [paid, shuffled].map((order) => {
        const life = start()
        for (const { amount, date, names } of order) life.pay(amount, date, names)
        return { outcomes: [...life.outcomes], credit: life.credit }
      })
      expect(other).toEqual(one)
    }),
    { numRuns: lives },
  )
}, 300_000)

test('entering money on its day or weeks later comes to the same', () => {
  const step = fc.oneof(
    sending,
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 16 }), (list) => {
      const play = (isPrompt: boolean) => {
        const life = new AccountLife(START)
        const late: { amount: number; date: string }[] = []
        for (const one of list)
          if (one.do === 'wait') life.wait(one.days)
          else if (one.do === 'pay') {
            if (isPrompt) life.pay(one.amount)
            else late.push({ amount: one.amount, date: life.today })
          } else {
            const due = addDays(life.today, one.due)
            const key = life.send({
              discounted: one.amount,
              undiscounted: one.amount + one.stake,
              due,
            })
            // What pages print depends on what is known: here only the placing is looked at.
            life.change(key, { page: null })
          }
        for (const { amount, date } of late.reverse()) life.pay(amount, date)
        const named = (key: ItemKey) => life.item(key).sent_order
        const byOrder = [...life.outcomes].map(([key, outcome]) => [named(key), outcome])
        return { outcomes: byOrder.map(([, outcome]) => outcome), credit: life.credit }
      }
      expect(play(false)).toEqual(play(true))
    }),
    { numRuns: lives },
  )
}, 300_000)
