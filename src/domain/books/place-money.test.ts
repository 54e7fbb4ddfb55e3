import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { type Money, type OwedInvoice, placeMoney } from './place-money.ts'

const rules = { today: '2026-05-25', ppd_needs_old_balance: true, ppd_tolerance_cents: 0 }
const invoice = (id: number, given: Partial<OwedInvoice> = {}): OwedInvoice => ({
  id,
  due_date: '2026-05-20',
  discounted_date: '2026-05-20',
  discounted: cents('640.53'),
  undiscounted: cents('709.75'),
  forgiven: cents('0.00'),
  forgiven_in_time: cents('0.00'),
  is_held: false,
  ppd_granted: false,
  sent_order: id,
  sent_date: '2026-04-01',
  page_items: [],
  discounted_total: cents('679.89'),
  undiscounted_total: cents('749.11'),
  ...given,
})
const money = (id: string, amount: string, date: string, given: Partial<Money> = {}): Money => ({
  id,
  date,
  amount: cents(amount),
  names: null,
  manual: [],
  reserved: cents('0.00'),
  refunded: cents('0.00'),
  ...given,
})
// March was paid late: 39.36 of it is left, and April's page prints it as its opening balance.
const march = invoice(1, {
  due_date: '2026-04-20',
  discounted_date: '2026-04-20',
  discounted: cents('412.80'),
  undiscounted: cents('452.16'),
  discounted_total: cents('412.80'),
  undiscounted_total: cents('452.16'),
})
const april = invoice(2, { page_items: [1] })
const lateMarch = money('a', '412.80', '2026-04-24', { names: 1 })

test('whoever pays what the page asks, in time, is settled to the cent', () => {
  const placed = placeMoney([march, april], [lateMarch, money('b', '679.89', '2026-05-19')], rules)
  expect([...placed.balances.values()]).toEqual([0, 0])
  expect(placed.ppd.get(2)).toBe('earned')
  expect(placed.credit).toBe(0)
})

test('whoever pays the second figure late is settled too', () => {
  const placed = placeMoney([march, april], [lateMarch, money('b', '749.11', '2026-05-22')], rules)
  expect([...placed.balances.values()]).toEqual([0, 0])
  expect(placed.ppd.get(2)).toBe('lost')
})

test('paying late what was asked in time leaves the discount owing', () => {
  const placed = placeMoney([march, april], [lateMarch, money('b', '679.89', '2026-05-22')], rules)
  expect(placed.balances.get(2)).toBe(6922)
})

test('paying the full figure early keeps the discount as credit', () => {
  const early = money('b', '709.75', '2026-05-10', { names: 2 })
  const placed = placeMoney([april], [early], rules)
  expect(placed.ppd.get(2)).toBe('earned')
  expect([placed.balances.get(2), placed.credit]).toEqual([0, 6922])
})

test('a granted discount leaves nothing owing', () => {
  const granted = invoice(2, { ppd_granted: true })
  const placed = placeMoney([granted], [money('b', '640.53', '2026-06-22')], rules)
  expect([placed.balances.get(2), placed.ppd.get(2)]).toEqual([0, 'granted'])
})

test('partial payments in time add up, money dated later does not count', () => {
  const parts = [money('a', '300.00', '2026-05-10'), money('b', '340.53', '2026-05-20')]
  expect(placeMoney([april], parts, rules).ppd.get(2)).toBe('earned')
  const late = [money('a', '300.00', '2026-05-10'), money('b', '340.53', '2026-05-21')]
  expect(placeMoney([april], late, rules).ppd.get(2)).toBe('lost')
})

test('last month’s payment stays where it is when this month asks for the same', () => {
  const page = { discounted_total: cents('640.53'), undiscounted_total: cents('709.75') }
  const first = invoice(1, { ...page, due_date: '2026-04-20', discounted_date: '2026-04-20' })
  const second = invoice(2, { ...page, sent_date: '2026-05-01' })
  const placed = placeMoney([first, second], [money('a', '640.53', '2026-04-15')], rules)
  expect(placed.ppd.get(1)).toBe('earned')
  expect(placed.placements).toMatchObject([{ invoice_id: 1 }])
})

test('money paid back still counts for the discount it earned', () => {
  const back = money('a', '0.00', '2026-05-10', { names: 2, refunded: cents('640.53') })
  const placed = placeMoney([april], [back], rules)
  expect([placed.ppd.get(2), placed.balances.get(2)]).toEqual(['earned', 64053])
})

test('a rest written off late earns nothing', () => {
  const forgiven = invoice(2, { forgiven: cents('10.00') })
  const placed = placeMoney([forgiven], [money('a', '630.53', '2026-05-10')], rules)
  expect(placed.ppd.get(2)).toBe('lost')
})

test('of money promised to a redone invoice only that part waits', () => {
  const both = money('a', '740.53', '2026-05-10', { reserved: cents('100.00') })
  const placed = placeMoney([april], [both], rules)
  expect([placed.ppd.get(2), placed.credit]).toEqual(['earned', 10000])
})

test('a held invoice is passed over, and time takes nothing from it', () => {
  const held = invoice(2, { is_held: true })
  const placed = placeMoney([held], [money('b', '640.53', '2026-05-10')], rules)
  expect([placed.ppd.get(2), placed.credit]).toEqual(['open', 64053])
})

test('until the day has passed the question is open', () => {
  expect(placeMoney([april], [], { ...rules, today: '2026-05-20' }).ppd.get(2)).toBe('open')
})

const anyDay = fc
  .integer({ min: 1, max: 54 })
  .map((n) => Temporal.PlainDate.from('2026-04-01').add({ days: n }).toString())
const anyInvoice = (id: number) =>
  fc
    .record({
      due: anyDay,
      discounted: fc.integer({ min: 0, max: 50_000 }),
      stake: fc.integer({ min: 0, max: 5000 }),
    })
    .map(({ due, discounted, stake }) =>
      invoice(id, {
        due_date: due,
        discounted_date: due,
        discounted: wholeCents(discounted),
        undiscounted: wholeCents(discounted + stake),
      }),
    )
const anyState = fc.record({
  invoices: fc.tuple(anyInvoice(1), anyInvoice(2), anyInvoice(3)),
  money: fc
    .array(fc.record({ amount: fc.integer({ min: 1, max: 60_000 }), date: anyDay }), {
      maxLength: 6,
    })
    .map((list) =>
      list.map(({ amount, date }, n) => ({
        ...money(`m${n}`, '0.00', date),
        amount: wholeCents(amount),
      })),
    ),
})

test('every cent received lies on an invoice or is credit, and none is placed twice', () => {
  fc.assert(
    fc.property(anyState, ({ invoices, money: received }) => {
      const placed = placeMoney(invoices, received, rules)
      const total = received.reduce((sum, one) => sum + one.amount, 0)
      const lying = placed.placements.reduce((sum, one) => sum + one.amount, 0)
      expect(lying + placed.credit).toBe(total)
      for (const one of received) {
        const own = placed.placements.filter((placement) => placement.money_id === one.id)
        expect(own.reduce((sum, placement) => sum + placement.amount, 0)).toBeLessThanOrEqual(
          one.amount,
        )
      }
      for (const balance of placed.balances.values()) expect(balance).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('the order in which payments were entered changes nothing', () => {
  fc.assert(
    fc.property(anyState, ({ invoices, money: received }) => {
      const there = placeMoney(invoices, received, rules)
      const back = placeMoney(invoices, [...received].reverse(), rules)
      expect(back.balances).toEqual(there.balances)
      expect(back.credit).toBe(there.credit)
    }),
  )
})
