import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { type BearingInvoice, costShares } from './margin.ts'

const april = { period_start: '2026-04-01', period_end: '2026-04-30' }
const may = { period_start: '2026-05-01', period_end: '2026-05-31' }
const both = { period_start: '2026-04-01', period_end: '2026-05-31' }
const invoice = (id: number, days: object, has_own_bill = false): BearingInvoice => ({
  id,
  period_start: null,
  period_end: null,
  ...days,
  has_own_bill,
})

test('a bill is the cost of the invoice it was captured with', () => {
  const bill = { invoice_id: 1, ...april, cost: cents('511.11') }
  const shares = costShares(bill, [invoice(1, april, true), invoice(2, may)])
  expect(shares).toEqual(new Map([[1, 51111]]))
})

test('a bill of two invoices is split by days, to the cent', () => {
  const bill = { invoice_id: 1, ...both, cost: cents('100.00') }
  const shares = costShares(bill, [invoice(1, april, true), invoice(2, may)])
  // 30 and 31 of 61 days: 49.180… and 50.819….
  expect([...shares]).toEqual([
    [1, 4918],
    [2, 5082],
  ])
})

test('an invoice with a bill of its own bears no other', () => {
  const shifted = { invoice_id: 2, period_start: '2026-04-28', period_end: '2026-05-27' }
  const shares = costShares({ ...shifted, cost: cents('60.00') }, [
    invoice(1, april, true),
    invoice(2, may, true),
  ])
  expect([...shares]).toEqual([[2, 6000]])
})

test('a bill without days belongs to its invoice, and one without both to nobody', () => {
  const nowhere = { period_start: null, period_end: null, cost: cents('5.00') }
  expect(costShares({ invoice_id: 1, ...nowhere }, [invoice(1, april, true)]).get(1)).toBe(500)
  expect(costShares({ invoice_id: null, ...nowhere }, [invoice(1, april)]).size).toBe(0)
})

test('whatever a bill costs, its shares come to it', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 40 }), (cost, count) => {
      const invoices = Array.from({ length: count }, (_, place) => {
        const day = Temporal.PlainDate.from('2026-01-01').add({ days: place * 9 })
        const period = { period_start: `${day}`, period_end: `${day.add({ days: place % 9 })}` }
        return invoice(place + 1, period)
      })
      const year = { period_start: '2026-01-01', period_end: '2026-12-31' }
      const shares = costShares({ invoice_id: null, ...year, cost: wholeCents(cost) }, invoices)
      expect(sumCents(shares.values())).toBe(wholeCents(cost))
    }),
  )
})
