import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWorkingDay } from '#demo/gocardless/working-days.ts'
import { isWorkingDay as isOurs } from '#domain/kit/working-day.ts'
import { type GoCardlessDouble, goCardless } from '#tests/support/gocardless-double.ts'

let double: GoCardlessDouble
const at = (to: string) => double.control('clock', { to })
const statusOf = async (id: string) => (await double.get('payments', id)).status
const itemsOf = async (payout: string) => double.list('payout_items', `payout=${payout}`)

async function paidOut(amount: number) {
  const payment = await double.payment((await double.mandate()).id, amount)
  expect((await double.simulate('payment_paid_out', payment.id)).status).toBe(200)
  return double.get('payments', payment.id)
}

describe('the year 2026', () => {
  beforeAll(async () => {
    double = await goCardless('2026-05-05T10:00')
  })
  afterAll(() => double.close())

  test('a debit of 679.89 on 20 May is paid out on 26 May as 676.44', async () => {
    const mandate = await double.mandate()
    const { id } = await double.payment(mandate.id, 67989, { charge_date: '2026-05-20' })
    await at('2026-05-20T02:59:30')
    expect(await statusOf(id)).toBe('pending_submission')
    expect((await double.get('mandates', mandate.id)).status).toBe('pending_submission')
    await at('2026-05-20T03:00')
    expect(await statusOf(id)).toBe('submitted')
    expect((await double.get('mandates', mandate.id)).status).toBe('active')
    await at('2026-05-25T11:59:30')
    expect([await statusOf(id), (await double.balance()).balance]).toEqual(['submitted', 0])
    await at('2026-05-25T12:00')
    expect([await statusOf(id), (await double.balance()).balance]).toEqual(['confirmed', 67989])
    await at('2026-05-26T09:00')
    const [payout] = await double.list('payouts')
    expect(payout).toMatchObject({
      status: 'pending',
      amount: 67644,
      deducted_fees: 345,
      arrival_date: '2026-05-26',
      currency: 'NZD',
      tax_currency: 'NZD',
      reference: expect.stringMatching(/^GC-/),
    })
    expect(await double.balance()).toEqual({
      balance: 67989,
      confirmed_funds: 0,
      pending_payouts: 67989,
    })
    expect(await itemsOf(payout?.id ?? '')).toMatchObject([
      { type: 'payment_paid_out', amount: '67989.0', links: { payment: id }, taxes: [] },
      { type: 'gocardless_fee', amount: '-300.0', taxes: [{ amount: '-45.0', currency: 'NZD' }] },
    ])
    await at('2026-05-26T09:30')
    expect((await double.get('payouts', payout?.id ?? '')).status).toBe('paid')
    expect([await statusOf(id), (await double.balance()).balance]).toEqual(['paid_out', 0])
    expect(double.heard.events.map((one) => `${one.resource_type}.${one.action}`)).toEqual([
      'mandates.created',
      'payments.created',
      'mandates.submitted',
      'mandates.active',
      'payments.submitted',
      'payments.confirmed',
      'payments.paid_out',
      'payouts.paid',
    ])
  })

  test('all that is due on a day comes in one payout, with fees to a tenth of a cent', async () => {
    const { id } = await double.mandate()
    const amounts = [100, 4567, 9999]
    for (const amount of amounts) await double.payment(id, amount, { charge_date: '2026-06-03' })
    await at('2026-06-09T10:00')
    const [payout, ...rest] = await double.list('payouts', 'created_at[gt]=2026-06-01T00:00:00Z')
    expect(rest).toEqual([])
    const items = await itemsOf(payout?.id ?? '')
    const fees = items.filter((one) => one.type === 'gocardless_fee')
    expect(fees.map((one) => one.amount)).toEqual(['-20.0', '-45.7', '-100.0'])
    expect(fees.map((one) => (one.taxes as { amount: string }[])[0]?.amount)).toEqual([
      '-3.0',
      '-6.9',
      '-15.0',
    ])
    expect(payout).toMatchObject({ amount: 14666 - 191, deducted_fees: 191 })
  })

  test('a debit that fails once it was paid out is taken from a later payout', async () => {
    const payment = await paidOut(50000)
    expect((await double.balance()).balance).toBe(0)
    await double.simulate('payment_late_failure', payment.id)
    expect((await double.balance()).balance).toBe(-50000)
    const { id: mandate } = await double.mandate()
    const next = await double.payment(mandate, 80000, { charge_date: '2026-07-01' })
    await at('2026-07-07T10:00')
    const { links } = await double.get('payments', next.id)
    expect(await itemsOf(links.payout ?? '')).toMatchObject([
      { type: 'payment_failed', amount: '-50000.0', links: { payment: payment.id } },
      { type: 'gocardless_fee', amount: '300.0', taxes: [{ amount: '45.0' }] },
      { type: 'payment_paid_out', amount: '80000.0' },
      { type: 'gocardless_fee', amount: '-300.0', taxes: [{ amount: '-45.0' }] },
    ])
    expect(await double.get('payouts', links.payout ?? '')).toMatchObject({
      amount: 30000,
      deducted_fees: 0,
    })
    expect((await double.balance()).balance).toBe(0)
    const told = double.heard.events.filter((one) => one.links.payment === payment.id)
    expect(told.at(-1)).toMatchObject({
      action: 'late_failure_settled',
      links: { payout: links.payout },
    })
  })

  test('one that fails before its payout is simply not paid out', async () => {
    const { id } = await double.payment((await double.mandate()).id, 12300)
    await double.simulate('payment_confirmed', id)
    expect((await double.balance()).balance).toBe(12300)
    await double.simulate('payment_late_failure', id)
    expect([await statusOf(id), (await double.balance()).balance]).toEqual(['failed', 0])
  })

  test('where more is owed than due, nothing is paid out until more comes in', async () => {
    const charged = await paidOut(90000)
    await double.simulate('payment_charged_back', charged.id)
    const { id: mandate } = await double.mandate()
    const first = await double.payment(mandate, 40000, { charge_date: '2026-08-03' })
    await at('2026-08-10T10:00')
    expect(await statusOf(first.id)).toBe('confirmed')
    expect((await double.balance()).balance).toBe(-50000)
    await double.payment(mandate, 70000, { charge_date: '2026-08-12' })
    await at('2026-08-18T10:00')
    expect(await statusOf(first.id)).toBe('paid_out')
    expect((await double.balance()).balance).toBe(0)
    const told = double.heard.events.filter((one) => one.links.payment === charged.id)
    expect(told.at(-1)?.action).toBe('chargeback_settled')
  })

  test('a chargeback that is taken back is paid out again, with its fee', async () => {
    const { id } = await paidOut(20000)
    await double.simulate('payment_charged_back', id)
    expect([await statusOf(id), (await double.balance()).balance]).toEqual(['charged_back', -20000])
    await double.simulate('payment_chargeback_cancelled', id)
    expect([await statusOf(id), (await double.balance()).balance]).toEqual(['paid_out', 0])
    const { id: other } = await double.payment((await double.mandate()).id, 10000)
    await double.simulate('payment_confirmed', other)
    await double.simulate('payout_create', '')
    const { links } = await double.get('payments', other)
    expect(await double.get('payouts', links.payout ?? '')).toMatchObject({ deducted_fees: 115 })
  })

  test('a refund waits seven days, is confirmed by its total, and comes back when it bounces', async () => {
    const day = '2026-09-01'
    const { id: mandate } = await double.mandate()
    const { id } = await double.payment(mandate, 30000, { charge_date: day })
    const refund = (amount: number, total: number) =>
      double.call('POST', '/refunds', {
        refunds: { amount, total_amount_confirmation: total, links: { payment: id } },
      })
    const reasonOf = ({ body }: { body: { error: { errors: { reason: string }[] } } }) =>
      body.error.errors[0]?.reason
    expect(reasonOf(await refund(100, 100))).toBe('refund_payment_invalid_state')
    await at('2026-09-07T12:00')
    expect(await statusOf(id)).toBe('paid_out')
    expect(reasonOf(await refund(100, 100))).toBe('refund_payment_invalid_state')
    await at('2026-09-08T08:00')
    expect(reasonOf(await refund(100, 200))).toBe('total_amount_confirmation_invalid')
    expect((await refund(30001, 30001)).status).toBe(422)
    const made = await refund(5000, 5000)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect((await double.get('payments', id)).amount_refunded).toBe(5000)
    expect(reasonOf(await refund(1000, 1000))).toBe('total_amount_confirmation_invalid')
    const before = (await double.balance()).balance
    await at('2026-09-10T12:00')
    const { id: refunded } = made.body.refunds
    expect((await double.get('refunds', refunded)).status).toBe('paid')
    await double.simulate('refund_bounced', refunded)
    expect((await double.get('refunds', refunded)).status).toBe('bounced')
    expect((await double.balance()).balance).toBe(before + 5000)
    await double.control('refunds', { available: 0 })
    expect(reasonOf(await refund(1000, 1000))).toBe('available_refund_amount_insufficient')
    await double.control('refunds', { available: null })
    for (let at = 1; at < 5; at += 1) expect((await refund(1, at)).status).toBe(201)
    expect(reasonOf(await refund(1, 5))).toBe('number_of_refunds_exceeded')
  })

  test('a payout that bounces is paid again on the next working day', async () => {
    const { links } = await paidOut(10000)
    const before = (await double.balance()).balance
    await double.simulate('payout_bounced', links.payout ?? '')
    expect((await double.balance()).balance).toBe(before + 10000)
    await double.control('clock', { working_days: 1 })
    expect((await double.get('payouts', links.payout ?? '')).status).toBe('bounced')
    const [latest] = await double.list('payouts', 'limit=1')
    const amounts = (await itemsOf(latest?.id ?? '')).map((one) => one.amount)
    expect(amounts).toEqual(expect.arrayContaining(['10000.0', '-100.0']))
    expect((await double.balance()).balance).toBe(0)
  })

  test('over Christmas the bank takes until the new year', async () => {
    const { id: mandate } = await double.mandate()
    const { id } = await double.payment(mandate, 15000, { charge_date: '2026-12-24' })
    await at('2026-12-24T03:00')
    expect(await statusOf(id)).toBe('submitted')
    await at('2026-12-31T11:59')
    expect(await statusOf(id)).toBe('submitted')
    await at('2026-12-31T12:00')
    expect(await statusOf(id)).toBe('confirmed')
    await at('2027-01-05T08:59')
    expect(await statusOf(id)).toBe('confirmed')
    // Five minutes after it was made, which is some moments after nine: the clock runs on.
    await at('2027-01-05T09:06')
    const { links } = await double.get('payments', id)
    expect(await double.get('payouts', links.payout ?? '')).toMatchObject({
      status: 'paid',
      arrival_date: '2027-01-05',
    })
  })

  test('items of a payout are gone after half a year', async () => {
    const payouts = await double.list('payouts')
    const { status, body } = await double.call('GET', `/payout_items?payout=${payouts.at(-1)?.id}`)
    expect([status, body.error.code]).toEqual([410, 410])
  })
})

describe('the calendar', () => {
  beforeAll(async () => {
    double = await goCardless('2026-04-01T10:00')
  })
  afterAll(() => double.close())

  test.each([
    ['2026-04-02T10:00', '2026-04-08'],
    ['2026-04-24T10:00', '2026-04-29'],
    ['2026-05-05T16:59', '2026-05-07'],
    ['2026-05-05T17:00', '2026-05-08'],
    ['2026-06-29T10:00', '2026-07-01'],
    ['2026-07-09T10:00', '2026-07-14'],
    ['2026-10-23T10:00', '2026-10-28'],
    ['2026-12-23T10:00', '2026-12-29'],
    ['2027-02-05T10:00', '2027-02-10'],
    ['2027-12-24T10:00', '2027-12-30'],
    ['2028-06-02T10:00', '2028-06-07'],
  ])('from %s a debit may be collected on %s', async (now, day) => {
    expect((await at(now)).next_possible_charge_date).toBe(day)
  })

  test('the clock moves by working days, and never goes back', async () => {
    await at('2028-07-13T10:00')
    // Matariki is on Friday 14 July.
    expect((await double.control('clock', { working_days: 1 })).now).toMatch(/^2028-07-16T22:/)
    const { status } = await double.call('POST', '/_double/clock', { to: '2028-07-01' })
    expect(status).toBe(400)
  })
})

test('the double and the product reckon the same working days, each by its own rules', () => {
  let day = Temporal.PlainDate.from('2025-01-01')
  for (; day.year < 2029; day = day.add({ days: 1 }))
    expect(isWorkingDay(day.toString()), day.toString()).toBe(isOurs(day.toString()))
})
