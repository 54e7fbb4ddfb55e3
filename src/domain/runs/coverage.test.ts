import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysIn } from '#domain/kit/day-number.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { type CoveredContract, type CoveringInvoice, coverage } from './coverage.ts'

const contract = (given: Partial<CoveredContract> = {}): CoveredContract => ({
  id: 1,
  connections: ['A'],
  from: '2026-04-01',
  to: null,
  ...given,
})
const invoice = (id: number, from: string, to: string, amount = '30.00'): CoveringInvoice => ({
  id,
  contract_id: 1,
  from,
  to,
  amount: cents(amount),
})

test('days billed one after the other leave nothing to say', () => {
  const bills = [invoice(1, '2026-04-01', '2026-04-30'), invoice(2, '2026-05-01', '2026-05-31')]
  expect(coverage([contract()], bills, '2026-04-01', '2026-05-31')).toEqual({
    days_expected: 61,
    days_billed: 61,
    gaps: [],
    overlaps: [],
    strays: [],
  })
})

test('a gap is listed with its days and what they come to', () => {
  const bills = [
    invoice(1, '2026-04-01', '2026-04-30', '60.00'),
    invoice(2, '2026-05-11', '2026-05-31', '42.00'),
  ]
  const { gaps, days_billed } = coverage([contract()], bills, '2026-04-01', '2026-05-31')
  expect(days_billed).toBe(51)
  expect(gaps).toEqual([
    {
      connection: 'A',
      from: '2026-05-01',
      to: '2026-05-10',
      days: 10,
      contract_ids: [1],
      invoice_ids: [],
      // 102.00 for 51 days make 2.00 a day.
      estimated_amount: '20.00',
    },
  ])
})

test('two contracts that bill one connection on the same days overlap', () => {
  const contracts = [contract(), contract({ id: 2, from: '2026-04-21' })]
  const bills = [
    invoice(1, '2026-04-01', '2026-04-30'),
    { ...invoice(2, '2026-04-21', '2026-04-30', '10.00'), contract_id: 2 },
  ]
  const { overlaps, days_expected } = coverage(contracts, bills, '2026-04-01', '2026-04-30')
  expect(days_expected).toBe(30)
  expect(overlaps).toMatchObject([
    { from: '2026-04-21', to: '2026-04-30', days: 10, invoice_ids: [1, 2] },
  ])
})

test('days billed after a contract has ended stray', () => {
  const bills = [invoice(1, '2026-04-01', '2026-04-30')]
  const ended = contract({ to: '2026-04-20' })
  const { strays } = coverage([ended], bills, '2026-04-01', '2026-04-30')
  expect(strays).toMatchObject([{ from: '2026-04-21', to: '2026-04-30', invoice_ids: [1] }])
})

const day = fc.nat(60).map((days) => addDays('2026-04-01', days))
const span = fc.tuple(day, fc.nat(30)).map(([from, days]) => ({ from, to: addDays(from, days) }))
const connections = fc.uniqueArray(fc.constantFrom<string>('A', 'B', 'C'), { minLength: 1 })
const contracts = fc
  .array(fc.record({ span, connections, isOpen: fc.boolean() }), { maxLength: 4 })
  .map((list) =>
    list.map((one, place) => ({
      id: place + 1,
      connections: one.connections,
      from: one.span.from,
      to: one.isOpen ? null : one.span.to,
    })),
  )
const invoices = fc
  .array(fc.record({ span, contract_id: fc.integer({ min: 1, max: 4 }), amount: fc.nat(50_000) }), {
    maxLength: 6,
  })
  .map((list) =>
    list.map((one, place) => ({
      id: place + 1,
      contract_id: one.contract_id,
      ...one.span,
      amount: wholeCents(one.amount),
    })),
  )

test('counting day by day gives the same gaps and overlaps', () => {
  fc.assert(
    fc.property(contracts, invoices, span, (deals, bills, { from, to }) => {
      const found = coverage(deals, bills, from, to)
      const kindOf = (connection: string, on: string) => {
        const own = deals.filter((deal) => deal.connections.includes(connection))
        const promised = own.some((deal) => deal.from <= on && (deal.to === null || deal.to >= on))
        const ids = own.map((deal) => deal.id)
        const billed = bills.filter(
          (bill) => ids.includes(bill.contract_id) && bill.from <= on && bill.to >= on,
        ).length
        if (billed > 1) return 'overlaps'
        if (promised) return billed === 1 ? 'billed' : 'gaps'
        return billed === 1 ? 'strays' : 'nothing'
      }
      const counted = { gaps: 0, overlaps: 0, strays: 0, billed: 0, nothing: 0 }
      for (const connection of ['A', 'B', 'C'])
        for (let on = from; on <= to; on = addDays(on, 1)) counted[kindOf(connection, on)] += 1
      const days = (spans: readonly { days: number }[]) =>
        spans.reduce((sum, one) => sum + one.days, 0)
      expect(days(found.gaps)).toBe(counted.gaps)
      expect(days(found.overlaps)).toBe(counted.overlaps)
      expect(days(found.strays)).toBe(counted.strays)
      expect(found.days_billed).toBe(counted.billed)
      for (const one of [...found.gaps, ...found.overlaps, ...found.strays])
        expect(one.days).toBe(daysIn(one.from, one.to))
    }),
    { numRuns: 500 },
  )
})
