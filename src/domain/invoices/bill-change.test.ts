import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, sumCents } from '#domain/kit/money.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import { billChange, type ComparedInvoice } from './bill-change.ts'
import { computeInvoice } from './compute-invoice.ts'
import type { InvoiceInput } from './invoice-input.ts'

const line = (given: Partial<BilledLine>): BilledLine => ({
  key: 'line.1',
  name: 'Energy',
  quantity: '600.000000',
  unit: 'kWh',
  rate: '0.25',
  amount: '150.00',
  discountable: true,
  source: 'rate',
  connection: '0000000001UN000',
  from: '2026-04-01',
  to: '2026-04-30',
  estimated_share: '0.0000',
  missing_days: 0,
  ...given,
})

const april: ComparedInvoice = {
  invoice_number: 'INV-1001',
  billing: 'standard',
  split_collection: 'direct',
  period_days: 30,
  gst_percent: '15.0000',
  discount_percent: '10.0000',
  charges_total: '172.50',
  discounted_charges: '155.25',
  othercharges_total: '0.00',
  discounted_service_fee: '7.76',
  late_payment_fee_total: '0.00',
  owncharges_total: '0.00',
  opening_balance: '0.00',
  lines: [line({})],
}

const amountOf = (key: string, change: ReturnType<typeof billChange>) =>
  change.parts.find((part) => part.key === key)?.amount

describe('why a bill changed', () => {
  test('the same invoice again differs in nothing', () => {
    const change = billChange(april, april)
    expect(change.difference).toBe('0.00')
    expect(change.parts.map((part) => part.amount)).toEqual(Array(5).fill('0.00'))
    expect(change.words).toBe('This period comes to the same as invoice INV-1001.')
  })

  test('a longer month with the same use a day is days alone, the fee and the discount follow', () => {
    const may = {
      ...april,
      period_days: 31,
      charges_total: '178.25',
      discounted_charges: '160.43',
      discounted_service_fee: '8.02',
      lines: [line({ quantity: '620', from: '2026-05-01', to: '2026-05-31' })],
    }
    const change = billChange(april, may)
    expect(change.difference).toBe('5.44')
    expect(change.parts.map(({ key, amount }) => [key, amount])).toEqual([
      ['use', '0.00'],
      ['price', '0.00'],
      ['days', '5.75'],
      ['discount', '-0.57'],
      ['fees', '0.26'],
    ])
    expect(change.parts[2]?.words).toBe(
      'This period has 31 days, the one before had 30. That is $5.75 more.',
    )
  })

  test('a new price is charged on what is used now, more use at the old price', () => {
    const next = {
      ...april,
      charges_total: '217.35',
      discounted_charges: '195.62',
      lines: [line({ quantity: '700', rate: '0.27' })],
    }
    const change = billChange(april, next)
    expect(amountOf('use', change)).toBe('28.75')
    expect(amountOf('price', change)).toBe('16.10')
    expect(change.parts[0]?.words).toContain('Energy 700 kWh instead of 600')
    expect(change.parts[1]?.words).toContain('Energy 0.27 instead of 0.25 per kWh')
  })

  test('a charge that is new is a matter of price', () => {
    const next = {
      ...april,
      charges_total: '184.00',
      discounted_charges: '165.60',
      lines: [line({}), line({ name: 'Levy', unit: 'each', quantity: '1', rate: '10.00' })],
    }
    expect(amountOf('price', billChange(april, next))).toBe('11.50')
  })

  test('over other days, use is told by the day, so that 900 never stands beside 900', () => {
    const next = {
      ...april,
      period_days: 31,
      lines: [line({ from: '2026-05-01', to: '2026-05-31' })],
    }
    expect(billChange(april, next).parts[0]?.words).toContain(
      'Energy 19.35 kWh a day instead of 20.',
    )
  })

  test('a rate that changes within the period is told as it was agreed, not as an average', () => {
    const next = {
      ...april,
      charges_total: '179.40',
      discounted_charges: '161.46',
      lines: [
        line({ quantity: '300', to: '2026-04-15' }),
        line({ quantity: '300', rate: '0.27', from: '2026-04-16' }),
      ],
    }
    expect(billChange(april, next).parts[1]?.words).toContain(
      'Energy 0.25 and from 16 Apr 2026 0.27 instead of 0.25 per kWh',
    )
  })

  test('a credit is told with its sign before the dollars', () => {
    const next = { ...april, othercharges_total: '-57.50' }
    const words = billChange(april, next).parts.find(({ key }) => key === 'fees')?.words
    expect(words).toContain('Other charges −$57.50 instead of $0.00')
  })

  test('lines copied by hand are the same charge as those of a connection', () => {
    const redone = {
      ...april,
      charges_total: '143.75',
      discounted_charges: '129.38',
      lines: [line({ connection: null, source: 'given', quantity: '500' })],
    }
    const change = billChange(april, redone)
    expect(amountOf('use', change)).toBe('-28.75')
    expect(change.parts[0]?.words).toContain('Energy 500 kWh instead of 600')
    expect(amountOf('price', change)).toBe('0.00')
  })

  test.each([
    [{ missing_days: 12 }, '12 days have no reading'],
    [{ estimated_share: '0.5000' }, 'readings were estimated'],
  ])('where readings are missing or estimated, use is not blamed', (guess, why) => {
    const next = {
      ...april,
      charges_total: '115.00',
      discounted_charges: '103.50',
      lines: [line({ quantity: '400', ...guess })],
    }
    const change = billChange(april, next)
    expect(amountOf('use', change)).toBe('0.00')
    expect(amountOf('readings', change)).toBe('-57.50')
    const words = change.parts.find(({ key }) => key === 'readings')?.words
    expect(words).toContain(why)
  })

  test('when the supplier collects its charges itself, only our fees count', () => {
    const direct = { ...april, billing: 'split', split_collection: 'direct' }
    const next = { ...direct, charges_total: '999.00', discounted_service_fee: '9.00' }
    const change = billChange(direct, next)
    expect(change.difference).toBe('1.24')
    expect(amountOf('fees', change)).toBe('1.24')
  })
})

const decimal = (max: number, scale: number) =>
  fc.integer({ min: 0, max }).map((n) => (n / 10 ** scale).toFixed(scale))

const givenLine = fc.record({
  name: fc.constantFrom('Energy', 'Daily', 'Levy', 'Night'),
  quantity: decimal(5_000_000, 3),
  rate: decimal(999_999, 5),
  unit: fc.constantFrom('kWh', 'day', 'month', 'kVA', 'each', 'm3'),
  discountable: fc.boolean(),
})

const input = fc
  .record({
    days: fc.integer({ min: 1, max: 62 }),
    billing: fc.constantFrom('standard', 'split'),
    split_collection: fc.constantFrom('direct', 'through_us'),
    discount_percent: decimal(3000, 2),
    gst_percent: fc.constantFrom('15', '12.5', '0'),
    service_fee_percent: decimal(2000, 2),
    lines: fc.array(givenLine, { maxLength: 8 }),
    late: decimal(2000, 2),
  })
  .map(
    ({ days, late, lines, ...given }): InvoiceInput => ({
      ...given,
      lines,
      period: { from: '2026-01-01', to: dayAfter(days - 1) },
      use: null,
      bills: [],
      late_fees: [{ name: 'Late', amount: late }],
      reliance_opening_balance: '0.00',
      invoice_date: '2026-03-05',
      due: { due_date_type: 'offset', due_date_value_offset: 14, due_date_value_fixed: null },
      due_date: null,
      discounted_date: null,
      supplier_due_date: null,
    }),
  )

const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)

test('the parts add up to the difference to the cent, whatever two invoices say', () => {
  fc.assert(
    fc.property(input, input, (one, two) => {
      const [previous, current] = [one, two].map((given) => {
        const { fields, lines } = computeInvoice(given)
        const { billing, split_collection } = given
        // The engine gives every amount that is compared.
        return {
          ...fields,
          billing,
          split_collection,
          lines,
          invoice_number: 'X',
        } as unknown as ComparedInvoice & { discounted_total_this_period: string }
      })
      if (!previous || !current) return
      const change = billChange(previous, current)
      const parts = sumCents(change.parts.map((part) => cents(part.amount)))
      expect(parts).toBe(cents(change.difference))
      expect(change.current_amount).toBe(current.discounted_total_this_period)
      expect(change.previous_amount).toBe(previous.discounted_total_this_period)
    }),
    { numRuns: 500 },
  )
})
