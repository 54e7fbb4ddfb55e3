import { expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import { AccountLife } from '#tests/support/account-life.ts'
import { planAccount, planPage, totalOf, upTo } from './plan-debit.ts'

/** 39.36 of March is left, and April's page prints it: 679.89 in time, 749.11 later. */
function april() {
  const life = new AccountLife('2026-04-01')
  const due = '2026-04-20'
  const march = life.send({ discounted: 41_280, undiscounted: 45_216, due })
  life.wait(23)
  life.pay(41_280, '2026-04-24', march)
  life.wait(11)
  const page = life.send({ discounted: 64_053, undiscounted: 70_975, due: '2026-05-20' })
  const plan = (given: { charge_date?: string; grants?: boolean; promised?: [string, number][] }) =>
    planPage({
      account: life.account,
      today: life.today,
      promised: new Map((given.promised ?? []) as [typeof page, ReturnType<typeof cents>][]),
      page,
      charge_date: given.charge_date ?? '2026-05-20',
      grants: given.grants ?? false,
    })
  return { life, march, page, plan }
}

test('a debit takes what its page asks, item by item, at the figure that holds on its day', () => {
  const { march, page, plan } = april()
  expect(plan({})).toEqual([
    { key: march, amount: 3936 },
    { key: page, amount: 64_053 },
  ])
  expect(totalOf(plan({}))).toBe(67_989)
})

test('a day after the discount takes the whole, unless the discount stands with the debit', () => {
  const { plan } = april()
  expect(totalOf(plan({ charge_date: '2026-05-21' }))).toBe(74_911)
  expect(totalOf(plan({ charge_date: '2026-05-21', grants: true }))).toBe(67_989)
})

test('what another debit is collecting is not asked for twice', () => {
  const { march, page, plan } = april()
  expect(plan({ promised: [[march, 3000]] })).toEqual([
    { key: march, amount: 936 },
    { key: page, amount: 64_053 },
  ])
  expect(plan({ promised: [[page, 99_999]] })).toEqual([{ key: march, amount: 3936 }])
})

test('of an older item no more is taken than the page printed, and nothing while it is held', () => {
  const { life, march, page, plan } = april()
  life.change(march, { is_held: true })
  expect(plan({})).toEqual([{ key: page, amount: 64_053 }])
})

test('money that came meanwhile makes it less', () => {
  const { life, page, plan } = april()
  life.wait(1)
  life.pay(10_000, life.today, page)
  expect(totalOf(plan({}))).toBe(57_989)
  life.pay(57_989, life.today, page)
  expect(plan({})).toEqual([])
})

test('a page that is not there is collected by nothing', () => {
  const { life } = april()
  const asked = { charge_date: '2026-05-20', grants: false, page: 'i99' as const }
  const facts = { account: life.account, today: life.today, promised: new Map() }
  expect(planPage({ ...facts, ...asked })).toEqual([])
})

test('a debit of the account takes the oldest due first, up to its amount, and nothing held', () => {
  const { life, march, page } = april()
  const facts = { account: life.account, today: life.today, promised: new Map() }
  expect(planAccount(facts, cents('50.00'))).toEqual([
    { key: march, amount: 3936 },
    { key: page, amount: 1064 },
  ])
  expect(totalOf(planAccount(facts, null))).toBe(67_989)
  life.change(page, { is_held: true })
  expect(totalOf(planAccount({ ...facts, account: life.account }, null))).toBe(3936)
})

test('a part of a page goes to its older items first', () => {
  const { march, page, plan } = april()
  expect(upTo(plan({}), cents('40.00'))).toEqual([
    { key: march, amount: 3936 },
    { key: page, amount: 64 },
  ])
  expect(upTo(plan({}), cents('39.36'))).toEqual([{ key: march, amount: 3936 }])
})
