import { expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import { AccountLife } from '#tests/support/account-life.ts'
import { keptFor, keptNoMore, paidBack, takenOff } from './account-changes.ts'

const dollars = (text: string): number => cents(text)

/** March was paid late: 39.36 of it is left, and April's page prints it as its opening balance. */
function april() {
  const life = new AccountLife('2026-04-01')
  const march = life.send({
    discounted: dollars('412.80'),
    undiscounted: dollars('452.16'),
    due: '2026-04-20',
  })
  life.wait(23)
  life.pay(dollars('412.80'), '2026-04-24', march)
  life.wait(11)
  const page = life.send({
    discounted: dollars('640.53'),
    undiscounted: dollars('709.75'),
    due: '2026-05-20',
  })
  return { life, march, page }
}

test('a page asks for what is owed from before and for its own amount', () => {
  const { life, page } = april()
  expect(life.item(page).page?.asked).toEqual([67_989, 74_911])
})

test('whoever pays what the page asks, in time, owes nothing on it', () => {
  const { life, march, page } = april()
  life.wait(14)
  life.pay(dollars('679.89'))
  expect([life.balance(march), life.balance(page), life.credit]).toEqual([0, 0, 0])
  expect(life.outcomes.get(page)?.ppd).toBe('earned')
})

test('whoever pays the second figure late owes nothing either', () => {
  const { life, march, page } = april()
  life.wait(18)
  life.pay(dollars('749.11'))
  expect([life.balance(march), life.balance(page), life.credit]).toEqual([0, 0, 0])
  expect(life.outcomes.get(page)?.ppd).toBe('lost')
})

test('paying late what was asked in time leaves the discount owing', () => {
  const { life, page } = april()
  life.wait(18)
  life.pay(dollars('679.89'), life.today, page)
  expect([life.balance(page), life.credit]).toEqual([6922, 0])
})

test('paying the full figure early leaves the discount as credit', () => {
  const life = new AccountLife('2026-05-05')
  const page = life.send({ discounted: 64_053, undiscounted: 70_975, due: '2026-05-20' })
  life.pay(70_975, life.today, page)
  expect([life.balance(page), life.credit]).toEqual([0, 6922])
})

test('parts paid in time add up, and a part paid late does not count', () => {
  const life = new AccountLife('2026-05-05')
  const [first, second] = [1, 2].map(() =>
    life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-20' }),
  ) as [`i${number}`, `i${number}`]
  life.pay(6000, '2026-05-10', first)
  life.pay(4000, '2026-05-20', first)
  life.pay(6000, '2026-05-10', second)
  life.wait(16)
  life.pay(4000, '2026-05-21', second)
  expect(life.outcomes.get(first)).toMatchObject({ ppd: 'earned', balance: 0 })
  expect(life.outcomes.get(second)).toMatchObject({ ppd: 'lost', balance: 1000 })
})

test('sending an invoice that is due earlier takes nothing from one that is due later', () => {
  const life = new AccountLife('2026-11-16')
  life.pay(10_000)
  const later = life.send({ discounted: 21_735, undiscounted: 24_000, due: '2026-12-16' })
  expect(life.item(later).page?.asked[0]).toBe(11_735)
  const sooner = life.send({ discounted: 9000, undiscounted: 9900, due: '2026-12-01' })
  expect([life.balance(later), life.balance(sooner)]).toEqual([11_735, 9000])
  life.pay(11_735)
  expect(life.outcomes.get(later)).toMatchObject({ ppd: 'earned', balance: 0 })
})

test('redoing an invoice keeps what lay on it, and leaves other invoices’ money alone', () => {
  const life = new AccountLife('2026-05-01')
  const a = life.send({ discounted: 43_470, undiscounted: 48_000, due: '2026-05-20' })
  const b = life.send({ discounted: 20_000, undiscounted: 22_000, due: '2026-05-21' })
  life.pay(50_000, life.today, a)
  expect([life.balance(a), life.balance(b)]).toEqual([0, 13_470])
  life.settle({}, keptFor('i9', b))
  life.without(b)
  expect([life.balance(a), life.credit]).toEqual([0, 6530])
  expect(life.outcomes.get(a)?.ppd).toBe('earned')
  // The draft is given up: what was kept for it is free.
  life.settle({}, keptNoMore('i9'))
  const c = life.send({ discounted: 10_000, due: '2026-06-01' })
  expect(life.balance(c)).toBe(3470)
})

test('a refunded overpayment earns no discount of a later invoice', () => {
  const life = new AccountLife('2026-05-01')
  const first = life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-20' })
  const money = life.pay(30_000, life.today, first)
  life.settle({}, paidBack(money, cents('200.00'), null))
  const second = life.send({ discounted: 15_000, undiscounted: 16_000, due: '2026-05-30' })
  life.wait(30)
  expect(life.outcomes.get(second)).toMatchObject({ ppd: 'lost', balance: 16_000 })
  expect(life.outcomes.get(first)).toMatchObject({ ppd: 'earned', balance: 0 })
})

test('money paid back out of an invoice still counts for its discount', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-20' })
  const money = life.pay(10_000, life.today, page)
  life.settle({}, paidBack(money, cents('100.00'), page))
  life.wait(40)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'earned', balance: 10_000 })
})

test('money put by hand goes back too where the invoice comes to less', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, undiscounted: 13_530, due: '2026-05-10' })
  life.wait(15)
  const money = life.pay(13_530)
  life.settle({}, takenOff(money, page))
  life.settle({ by_hand: { money, item: page, amount: cents('135.30') } })
  expect(life.balance(page)).toBe(0)
  life.change(page, { ppd_granted: true })
  expect([life.balance(page), life.credit]).toEqual([0, 3530])
})

test('credit taken off by hand waits for the next invoice', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, due: '2026-05-20' })
  const money = life.pay(10_000)
  life.settle({}, takenOff(money, page))
  expect([life.balance(page), life.credit]).toEqual([10_000, 10_000])
  const next = life.send({ discounted: 4000, due: '2026-06-20' })
  expect([life.balance(next), life.balance(page), life.credit]).toEqual([0, 4000, 0])
})

test('money for what was given up undoes that first', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-10' })
  life.wait(30)
  life.change(page, { written_off: cents('110.00') })
  life.pay(5000)
  expect([life.balance(page), life.credit]).toEqual([0, 5000])
  life.pay(7000, life.today, page)
  expect(life.outcomes.get(page)).toMatchObject({ balance: 0, written_off: 4000 })
})

test('money entered late but dated in time takes the place of later money', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-20' })
  life.wait(30)
  life.pay(11_000)
  expect(life.outcomes.get(page)?.ppd).toBe('lost')
  life.pay(10_000, '2026-05-15')
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'earned', balance: 0 })
  expect(life.credit).toBe(11_000)
})

test('a held invoice is paid only by name, and meanwhile nothing is late', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-20' })
  life.change(page, { is_held: true, in_time_until: '9999-12-31' })
  life.pay(4000)
  expect([life.balance(page), life.credit]).toEqual([10_000, 4000])
  life.wait(40)
  life.pay(3000, life.today, page)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'open', balance: 7000 })
})

test('cents that are forgiven stay owing, and the discount is earned', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({
    discounted: 10_000,
    undiscounted: 11_000,
    due: '2026-05-20',
    tolerance: 5,
  })
  life.pay(9996, life.today, page)
  life.wait(30)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'earned', balance: 4 })
})

test('money in time pays again what was paid back, before it goes elsewhere', () => {
  const life = new AccountLife('2026-05-01')
  const page = life.send({ discounted: 10_000, undiscounted: 11_000, due: '2026-05-20' })
  const money = life.pay(8000, life.today, page)
  life.settle({}, paidBack(money, cents('30.00'), page))
  const older = life.send({ discounted: 5000, due: '2026-05-15' })
  life.wait(30)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'lost', balance: 6000 })
  life.pay(5000, '2026-05-12', page)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'earned', balance: 0 })
  expect(life.balance(older)).toBe(5000)
})

test('the same money coming twice leaves the first where it lies', () => {
  const life = new AccountLife('2026-05-01')
  const pages = Array.from({ length: 10 }, () => life.send({ discounted: 100, due: '2026-05-20' }))
  for (const _ of pages.slice(0, 8)) life.pay(100)
  const before = life.account.placements
  life.pay(100)
  expect(life.account.placements).toEqual(expect.arrayContaining([...before]))
})

test('an invoice in another’s place takes credit as that one would have', () => {
  const life = new AccountLife('2026-05-01')
  const first = life.send({ discounted: 1000, due: '2026-05-30' })
  life.wait(9)
  const second = life.send({ discounted: 1000, due: '2026-05-20' })
  life.wait(5)
  life.without(first)
  const anew = life.send({ discounted: 1000, due: '2026-06-30', key: 'i99', since: '2026-05-01' })
  life.pay(700, '2026-05-01')
  life.pay(100, '2026-05-05')
  expect([life.balance(anew), life.balance(second)]).toEqual([200, 1000])
})

test('what waited for a page stays on it, whatever is paid on the same day', () => {
  const life = new AccountLife('2026-05-01')
  const older = life.send({ discounted: 30_000, due: '2026-05-10' })
  const money = life.pay(13_076)
  life.settle({}, takenOff(money, older))
  const page = life.send({ discounted: 34_418, undiscounted: 36_000, due: '2026-05-20' })
  expect(life.item(page).page?.asked[0]).toBe(21_342)
  life.pay(21_342, life.today, page)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'earned', balance: 0 })
  expect([life.balance(older), life.credit]).toEqual([30_000, 0])
})

test('what was put by hand stays with the invoice that takes the place of the first', () => {
  const life = new AccountLife('2026-05-01')
  const older = life.send({ discounted: 30_000, due: '2026-05-10' })
  const wrong = life.send({ discounted: 20_000, undiscounted: 22_000, due: '2026-05-20' })
  const money = life.pay(13_076)
  life.settle({ by_hand: { money, item: wrong, amount: cents('130.76') } })
  life.settle({}, keptFor('i9', wrong))
  life.without(wrong)
  const page = life.send({
    discounted: 34_418,
    undiscounted: 36_000,
    due: '2026-05-20',
    key: 'i9',
    since: '2026-05-01',
  })
  expect(life.item(page).page?.asked[0]).toBe(21_342)
  life.pay(21_342, life.today, page)
  expect(life.outcomes.get(page)).toMatchObject({ ppd: 'earned', balance: 0 })
  expect([life.balance(older), life.credit]).toEqual([30_000, 0])
})
