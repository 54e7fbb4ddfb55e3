import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, sumCents } from '#domain/kit/money.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'
import { computeAmounts, computeInvoice, type InvoiceFields } from './compute-invoice.ts'
import type { InvoiceInput } from './invoice-input.ts'

const segment = (energy: string) => ({
  reading_id: 1,
  reading_latest_type: 'actual',
  period_start: '2026-04-01',
  period_end: '2026-04-30',
  days: 30,
  quantity: energy,
  energy,
  losses: '0',
})
const rate = (
  rate_name: string,
  rate_amount: string,
  valid_from_date: string,
  more: Partial<{ rate_unit: string; rate_type: string; register_code: string }> = {},
) => ({
  rate_name,
  rate_amount,
  valid_from_date,
  rate_unit: 'kWh',
  rate_type: 'variable',
  register_code: null,
  with_losses: false,
  ...more,
})
const daily = { rate_unit: 'day', rate_type: 'fixed' }
const line = (name: string, amount: string, discountable = false): GivenLine => ({
  name,
  quantity: '1',
  rate: amount,
  unit: 'each',
  discountable,
})

/** The worked example of the billing rules, figure by figure. */
const april: InvoiceInput = {
  period: { from: '2026-04-01', to: '2026-04-30' },
  billing: 'standard',
  split_collection: 'direct',
  discount_percent: '10',
  gst_percent: '15',
  service_fee_percent: '5',
  use: {
    connections: [
      {
        connection: '0000143418TRD9F',
        meter_capacity_amount: null,
        meter_capacity_charged: false,
        registers: [
          { register_code: 'D', flow: 'X', segments: [segment('1846')] },
          { register_code: 'N', flow: 'X', segments: [segment('521')] },
        ],
      },
    ],
    rates: [
      rate('Day energy', '0.2310', '2026-01-01', { register_code: 'D' }),
      rate('Day energy', '0.2415', '2026-04-16', { register_code: 'D' }),
      rate('Night energy', '0.1425', '2026-01-01', { register_code: 'N' }),
      rate('Night energy', '0.1490', '2026-04-16', { register_code: 'N' }),
      rate('Daily charge', '1.8500', '2026-01-01', daily),
      rate('Daily charge', '1.9000', '2026-04-16', daily),
      rate('Levy', '0.0021', '2026-01-01', { rate_type: 'levy' }),
    ],
  },
  lines: [line('Special read', '25.00'), line('Welcome credit', '-20.00')],
  bills: [
    {
      supplier_statement_number: 'S-4711',
      lines: [line('Energy', '540.12', true), line('Metering', '25.00')],
      ppd_percent: '10',
      opening_balance: '-12.40',
    },
  ],
  late_fees: [{ name: 'March', amount: '10.00' }],
  reliance_opening_balance: '39.36',
  invoice_date: '2026-05-05',
  due: { due_date_type: 'offset', due_date_value_offset: 15, due_date_value_fixed: null },
  due_date: null,
  discounted_date: null,
  supplier_due_date: null,
}

test('the worked example holds to the cent in every figure', () => {
  const { fields, gst, lines } = computeInvoice(april)
  expect(lines.map((one) => one.amount)).toEqual(
    '213.21 222.90 37.12 38.81 27.75 28.50 4.97 25.00 -20.00'.split(' '),
  )
  expect(fields).toMatchObject({
    charges_sum: '573.26',
    charges_gst: '85.99',
    charges_total: '659.25',
    othercharges_sum: '5.00',
    othercharges_gst: '0.75',
    othercharges_total: '5.75',
    discounted_charges: '593.33',
    discounted_subtotal: '599.08',
    undiscounted_subtotal: '665.00',
    discounted_service_fee: '29.95',
    undiscounted_service_fee: '33.25',
    late_payment_fee_amount: '10.00',
    late_payment_fee_gst: '1.50',
    late_payment_fee_total: '11.50',
    discounted_total_this_period: '640.53',
    undiscounted_total_this_period: '709.75',
    opening_balance: '39.36',
    reliance_opening_balance: '39.36',
    discounted_total: '679.89',
    undiscounted_total: '749.11',
    supplier_opening_balance: '-12.40',
    supplier_discounted_total_this_period: '587.78',
    supplier_discounted_total: '575.38',
    supplier_undiscounted_total: '637.49',
    due_date: '2026-05-20',
    discounted_date: '2026-05-20',
    period_days: 30,
    reliance_opening_balance_gst: '5.13',
  })
  expect(gst).toMatchObject({
    gst_if_discounted: '83.55',
    gst_if_not: '92.58',
  })
})

const split: InvoiceInput = {
  ...april,
  billing: 'split',
  use: null,
  lines: [],
  reliance_opening_balance: '1.87',
}

const throughUs: InvoiceInput = {
  ...split,
  split_collection: 'through_us',
  supplier_rest: '0.00',
  supplier_difference: '-12.40',
}

test('split billing asks for our own block and prints the supplier’s', () => {
  const { fields, gst } = computeInvoice(split)
  expect(fields).toMatchObject({
    charges_sum: '540.12',
    charges_gst: '81.02',
    charges_total: '621.14',
    othercharges_total: '28.75',
    discounted_subtotal: '587.78',
    undiscounted_subtotal: '649.89',
    discounted_service_fee: '29.39',
    undiscounted_service_fee: '32.49',
    discounted_total: '42.76',
    undiscounted_total: '45.86',
    supplier_discounted_total: '575.38',
    supplier_undiscounted_total: '637.49',
    reliance_opening_balance_gst: '0.24',
  })
  expect(gst).toMatchObject({
    gst_if_discounted: '5.33',
    gst_if_not: '5.74',
  })
})

test('split billing through us asks for both blocks', () => {
  const { fields, gst } = computeInvoice(throughUs)
  expect(fields).toMatchObject({
    supplier_difference: '-12.40',
    supplier_opening_balance: '-12.40',
    supplier_discounted_total: '575.38',
    supplier_undiscounted_total: '637.49',
    reliance_opening_balance: '1.87',
    opening_balance: '-10.53',
    discounted_total_this_period: '628.67',
    undiscounted_total_this_period: '693.88',
    discounted_total: '618.14',
    undiscounted_total: '683.35',
  })
  expect(gst).toMatchObject({ gst_if_discounted: '5.33', gst_if_not: '5.74' })
})

test('through us the supplier’s balance is what our books say, whatever it printed', () => {
  // The customer left 30.00 of the supplier's part of March, and we have paid all of it.
  const paid = { ...throughUs, supplier_rest: '30.00', supplier_difference: '0.00' }
  const { fields } = computeInvoice(paid)
  expect(fields).toMatchObject({ supplier_opening_balance: '30.00', opening_balance: '31.87' })
})

test('the supplier’s printed cents are what the customer is asked for', () => {
  const bills = split.bills.map((bill) => ({
    ...bill,
    lines: bill.lines.map((one, place) => (place === 0 ? { ...one, amount: '540.13' } : one)),
    printed_gst: '84.76',
    printed_total: '575.40',
  }))
  const { fields, lines } = computeInvoice({ ...split, bills })
  expect(lines[0]?.amount).toBe('540.13')
  expect(fields).toMatchObject({
    charges_sum: '540.13',
    charges_gst: '81.01',
    charges_total: '621.14',
    discounted_charges: '559.05',
    supplier_discounted_total: '575.40',
  })
})

test('our own credits and fees stand beside the service fee, undiscounted and with our GST', () => {
  const own_charges = [line('Welcome credit', '-20.00'), line('Cancellation fee', '150.10', true)]
  const plain = computeInvoice(split)
  const { fields, gst, lines, trace } = computeInvoice({ ...split, own_charges })
  expect(fields).toMatchObject({
    owncharges_sum: '130.10',
    owncharges_gst: '19.51',
    owncharges_total: '149.61',
    charges_sum: '540.12',
    othercharges_total: '28.75',
    discounted_service_fee: '29.39',
    discounted_total: '192.37',
    undiscounted_total: '195.47',
  })
  expect(gst).toMatchObject({ gst_if_discounted: '24.84', gst_if_not: '25.25' })
  expect(lines.filter((one) => one.source === 'own').map((one) => one.discountable)).toEqual([
    false,
    false,
  ])
  expect(trace.map((step) => step.key)).toContain('owncharges_total')
  expect(plain.trace.map((step) => step.key)).not.toContain('owncharges_total')
  expect(plain.fields.owncharges_total).toBe('0.00')
})

test('every amount of an invoice is explained from amounts explained before it', () => {
  const { fields, trace } = computeInvoice(april)
  const known = new Set<string>()
  for (const step of trace) {
    for (const part of step.parts) expect(known.has(part), `${step.key} ← ${part}`).toBe(true)
    known.add(step.key)
  }
  for (const name of [
    'charges_sum',
    'discounted_total',
    'undiscounted_total',
    'charges_gst',
  ] as const)
    expect(trace.find((step) => step.key === name)?.amount).toBe(fields[name])
})

const runs = { numRuns: process.env.HEAVY ? 100_000 : 100 }
const heavyMs = 900_000

const money = fc.integer({ min: -50_000, max: 500_000 }).map((n) => (n / 100).toFixed(2))
const percent = fc.integer({ min: 0, max: 100 }).map(String)
const anyLine = fc.record({
  name: fc.constant('Line'),
  quantity: fc.integer({ min: 0, max: 10_000_000 }).map((n) => (n / 1000).toFixed(3)),
  rate: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => (n / 1_000_000).toFixed(6)),
  unit: fc.constant('kWh'),
  discountable: fc.boolean(),
})
const anyOwnCharge = money.map((amount) => line('Own', amount))
const anyInvoice = fc.record({
  lines: fc.array(anyLine, { maxLength: 8 }),
  discount_percent: percent,
  service_fee_percent: percent,
  gst_percent: fc.constantFrom('0', '15'),
  reliance_opening_balance: money,
})

test(
  'parts sum to totals, and what is paid in time is never more',
  () => {
    fc.assert(
      fc.property(anyInvoice, (given) => {
        const input = { ...april, use: null, bills: [], ...given }
        const { fields, lines, gst } = computeInvoice(input)
        expect(computeAmounts(input)).toMatchObject({ fields, gst })
        const at = (name: keyof InvoiceFields) => cents(String(fields[name]))
        const sum = (discountable: boolean) =>
          sumCents(
            lines
              .filter((one) => one.discountable === discountable)
              .map((one) => cents(one.amount)),
          )
        expect(at('charges_sum')).toBe(sum(true))
        expect(at('othercharges_sum')).toBe(sum(false))
        expect(at('charges_total')).toBe(at('charges_sum') + at('charges_gst'))
        expect(at('discounted_total')).toBe(
          at('opening_balance') +
            at('discounted_subtotal') +
            at('discounted_service_fee') +
            at('late_payment_fee_total'),
        )
        expect(at('discounted_total')).toBeLessThanOrEqual(at('undiscounted_total'))
      }),
      runs,
    )
  },
  heavyMs,
)

test(
  'a split invoice is its parts, in both ways of collecting it',
  () => {
    const collecting = fc.constantFrom('direct' as const, 'through_us' as const)
    fc.assert(
      fc.property(
        anyInvoice,
        fc.array(anyOwnCharge),
        collecting,
        (given, own, split_collection) => {
          const bill = {
            supplier_statement_number: null,
            opening_balance: '1.00',
            lines: given.lines,
          }
          const { fields, gst, lines } = computeInvoice({
            ...{ ...split, ...given, lines: [], own_charges: own, split_collection },
            bills: [{ ...bill, ppd_percent: given.discount_percent }],
          })
          const at = (name: keyof InvoiceFields) => cents(String(fields[name]))
          const ours = lines.filter((one) => one.source === 'own').map((one) => cents(one.amount))
          expect(at('owncharges_sum')).toBe(sumCents(ours))
          expect(at('owncharges_total')).toBe(at('owncharges_sum') + at('owncharges_gst'))
          for (const side of ['discounted', 'undiscounted'] as const)
            expect(at(`${side}_total_this_period`)).toBe(
              (split_collection === 'direct' ? 0 : at(`${side}_subtotal`)) +
                at(`${side}_service_fee`) +
                at('late_payment_fee_total') +
                at('owncharges_total'),
            )
          const fee = cents(gst.gst_if_not) - at('late_payment_fee_gst') - at('owncharges_gst')
          const whole = at('undiscounted_service_fee')
          expect(fee).toBeGreaterThanOrEqual(Math.min(0, whole))
          expect(fee).toBeLessThanOrEqual(Math.max(0, whole))
          expect(at('discounted_total')).toBeLessThanOrEqual(at('undiscounted_total'))
        },
      ),
      runs,
    )
  },
  heavyMs,
)

test(
  'the same input gives the same invoice',
  () => {
    fc.assert(
      fc.property(anyInvoice, (given) => {
        const input = { ...april, ...given }
        const again = computeInvoice(structuredClone(input))
        expect(JSON.stringify(again)).toBe(JSON.stringify(computeInvoice(input)))
      }),
      runs,
    )
  },
  heavyMs,
)

test('a customer who is exempt pays no GST', () => {
  const { fields, gst } = computeInvoice({ ...april, gst_percent: '0' })
  expect(fields).toMatchObject({ charges_gst: '0.00', late_payment_fee_gst: '0.00' })
  expect(gst.gst_if_not).toBe('0.00')
})

test('a credit is discounted too, and mirrors its charge to the cent', () => {
  const sums = (sign: string) => {
    const lines = [line('Energy', `${sign}100.10`, true)]
    return computeInvoice({ ...april, use: null, lines, late_fees: [], bills: [] }).fields
  }
  const [charge, credit] = [sums(''), sums('-')]
  expect(credit.discounted_total_this_period).toBe(`-${charge.discounted_total_this_period}`)
})

test('use billed more than six months back is said', () => {
  const codes = computeInvoice({ ...april, invoice_date: '2026-11-05' }).warnings
  expect(codes.map((warning) => warning.code)).toContain('W02')
})
