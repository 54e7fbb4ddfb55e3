import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { AccountLife } from '#tests/support/account-life.ts'
import type { ItemKey } from './account.ts'
import { stillToPay } from './still-to-pay.ts'

// Customers who always pay what a page asks, on a day of their choice, in time or late.
declare const process: { env: Record<string, string | undefined> }
const customers = process.env.HEAVY ? 5000 : 1000

const contract = fc.record({
  /** Days between its pages, and how long it gives to pay. */
  every: fc.integer({ min: 10, max: 35 }),
  first: fc.nat(20),
  days: fc.integer({ min: 0, max: 30 }),
  stake: fc.constantFrom(0, 700, 5000),
  needsOld: fc.boolean(),
})
const payer = fc.record({
  contracts: fc.array(contract, { minLength: 1, maxLength: 2 }),
  amounts: fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 4, maxLength: 12 }),
  /** How long after each page they pay, and whether they name it. */
  delays: fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 4, maxLength: 12 }),
  isNamed: fc.boolean(),
})

interface Plan {
  page: ItemKey
  on: string
}

test('whoever pays what each page asks ends at 0.00 with nothing left over', () => {
  fc.assert(
    fc.property(payer, ({ contracts, amounts, delays, ...given }) => {
      // Two pages may ask for the same: who lets them pile up says which one is meant.
      const isNamed = given.isNamed || contracts.length > 1
      const life = new AccountLife('2026-04-01')
      const plans: Plan[] = []
      const earned = new Set<ItemKey>()
      let sent = 0
      for (let day = 0; day < 200; day += 1) {
        for (const { every, first, days, stake, needsOld } of contracts) {
          if (day < first || (day - first) % every !== 0 || day > 120) continue
          const discounted = amounts[sent % amounts.length] ?? 1
          const page = life.send({
            discounted,
            undiscounted: discounted + stake,
            due: addDays(life.today, days),
            old_items_first: needsOld,
          })
          const delay = delays[sent % delays.length] ?? 0
          const on = addDays(life.today, isNamed ? delay : Math.min(delay, every - 1))
          plans.push({ page, on })
          sent += 1
        }
        for (const { page, on } of plans.filter((plan) => plan.on === life.today)) {
          const amount = asked(life, page)
          if (amount === 0) continue
          const { due_date } = life.item(page)
          life.pay(amount, life.today, isNamed ? page : null)
          if (isNamed) expect(asked(life, page)).toBe(0)
          if (isNamed && on <= due_date) earned.add(page)
        }
        for (const page of earned) expect(life.outcomes.get(page)?.ppd).toBe('earned')
        life.wait(1)
      }
      expect([...life.outcomes.values()].map(({ balance }) => balance)).toEqual(plans.map(() => 0))
      expect(life.credit).toBe(0)
    }),
    { numRuns: customers },
  )
}, 120_000)

function asked(life: AccountLife, page: ItemKey): number {
  const carried = life.item(page).page?.carried ?? []
  return stillToPay(
    life.balance(page),
    carried.map(({ key, printed }) => ({ printed, open: life.balance(key) })),
  )
}
