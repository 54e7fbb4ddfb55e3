import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber, dayText } from '#domain/kit/day-number.ts'
import { cents, sumCents } from '#domain/kit/money.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import { type ComputedInvoice, computeInvoice, type InvoiceFields } from './compute-invoice.ts'
import type { InvoiceInput } from './invoice-input.ts'

const runs = { numRuns: process.env.HEAVY ? 100_000 : 300 }
const heavyMs = 900_000

const FIRST = dayNumber('2026-03-01')
const LAST = FIRST + 59
const [from, to] = [dayText(FIRST), dayText(LAST)]

const thousandths = (max: number) => fc.integer({ min: 0, max }).map((n) => (n / 1000).toFixed(3))
const anyAmount = fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 1_000_000).toFixed(6))
const anyDay = fc.integer({ min: FIRST + 1, max: LAST })
const anyPercent = fc.integer({ min: 0, max: 100 }).map(String)

/** Readings on some days, before the period and after it as well, each with its use. */
const anySegments = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: FIRST - 20, max: LAST + 20 }), { maxLength: 5 }),
    fc.array(thousandths(5_000_000), { minLength: 7, maxLength: 7 }),
    fc.array(fc.constantFrom('actual', 'estimate'), { minLength: 7, maxLength: 7 }),
  )
  .map(([days, uses, types]) => {
    const ends = [FIRST - 31, ...days.toSorted((a, b) => a - b), LAST + 31]
    return ends.slice(1).map((end, place) => ({
      reading_id: place + 1,
      reading_latest_type: types[place] ?? 'actual',
      period_start: dayText((ends[place] ?? 0) + 1),
      period_end: dayText(end),
      days: end - (ends[place] ?? 0),
      quantity: uses[place] ?? '0.000',
      energy: uses[place] ?? '0.000',
      losses: '0.000',
    }))
  })

const anyConnection = fc.record({
  connection: fc.constantFrom('0000143418TRD9F', '0000000801LCF1A'),
  meter_capacity_amount: fc.constantFrom(null, '60'),
  meter_capacity_charged: fc.boolean(),
  registers: fc.tuple(anySegments, anySegments).map(([day, night]) => [
    { register_code: 'D', flow: 'X', segments: day },
    { register_code: 'N', flow: 'X', segments: night },
  ]),
})

const anyRates = fc
  .array(
    fc.record({
      rate_name: fc.constantFrom('Day energy', 'Night energy', 'Daily charge', 'Levy', 'Capacity'),
      valid_from_date: fc.oneof(fc.constant(FIRST), anyDay).map(dayText),
      rate_amount: anyAmount,
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((rates) => {
    // One name has one rate per start day.
    const known = new Map(rates.map((rate) => [`${rate.rate_name} ${rate.valid_from_date}`, rate]))
    return [...known.values()].map(
      (rate): PricedRate => ({ ...rate, ...(kinds[rate.rate_name] ?? energy) }),
    )
  })

const energy = { rate_type: 'variable', rate_unit: 'kWh', register_code: null, with_losses: false }
const kinds: Record<string, Omit<PricedRate, 'rate_name' | 'rate_amount' | 'valid_from_date'>> = {
  'Day energy': { ...energy, register_code: 'D' },
  'Night energy': { ...energy, register_code: 'N' },
  'Daily charge': { ...energy, rate_type: 'fixed', rate_unit: 'day' },
  Levy: { ...energy, rate_type: 'levy' },
  Capacity: { ...energy, rate_type: 'fixed', rate_unit: 'kVA' },
}

const anyInput = fc.record({
  connections: fc.uniqueArray(anyConnection, {
    minLength: 1,
    maxLength: 2,
    selector: ({ connection }) => connection,
  }),
  rates: anyRates,
  discount_percent: anyPercent,
  service_fee_percent: anyPercent,
  gst_percent: fc.constantFrom('0', '15'),
})

type GivenUse = {
  connections: UsedConnection[]
  rates: PricedRate[]
  discount_percent: string
  service_fee_percent: string
  gst_percent: string
}

function inputOf(
  { connections, rates, ...percents }: GivenUse,
  period = { from, to },
): InvoiceInput {
  return {
    ...percents,
    period,
    billing: 'standard',
    split_collection: 'direct',
    use: { connections, rates },
    lines: [],
    bills: [],
    late_fees: [],
    reliance_opening_balance: '0.00',
    invoice_date: '2026-05-05',
    due: { due_date_type: 'offset', due_date_value_offset: 15, due_date_value_fixed: null },
    due_date: null,
    discounted_date: null,
    supplier_due_date: null,
  }
}

test(
  'splitting a period changes at most one cent a line',
  () => {
    fc.assert(
      fc.property(anyInput, anyDay, (given, day) => {
        const whole = computeInvoice(inputOf(given)).lines
        const parts = [
          ...computeInvoice(inputOf(given, { from, to: dayText(day - 1) })).lines,
          ...computeInvoice(inputOf(given, { from: dayText(day), to })).lines,
        ]
        for (const line of whole) {
          const own = parts.filter((part) => isPartOf(part, line))
          const together = sumCents(own.map((part) => cents(part.amount)))
          expect(Math.abs(together - cents(line.amount)), line.name).toBeLessThanOrEqual(1)
        }
        const covered = parts.filter((part) => whole.some((line) => isPartOf(part, line)))
        expect(covered).toHaveLength(parts.length)
      }),
      runs,
    )
  },
  heavyMs,
)

type Line = ComputedInvoice['lines'][number]

const isPartOf = (part: Line, line: Line) =>
  part.connection === line.connection &&
  part.name === line.name &&
  part.rate === line.rate &&
  (part.from ?? '') >= (line.from ?? '') &&
  (part.to ?? '') <= (line.to ?? '')

test(
  'metered use adds up to the cent, in time or late, and again from what was stored',
  () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const input = inputOf(given)
        const computed = computeInvoice(input)
        const at = (name: keyof InvoiceFields) => cents(String(computed.fields[name]))
        const lines = sumCents(computed.lines.map((line) => cents(line.amount)))
        expect(at('charges_sum') + at('othercharges_sum')).toBe(lines)
        expect(at('undiscounted_subtotal')).toBe(lines + at('charges_gst') + at('othercharges_gst'))
        expect(at('undiscounted_total')).toBe(
          at('undiscounted_subtotal') + at('undiscounted_service_fee'),
        )
        expect(at('discounted_total')).toBeLessThanOrEqual(at('undiscounted_total'))
        const again = computeInvoice(JSON.parse(JSON.stringify(input)))
        expect(JSON.stringify(again)).toBe(JSON.stringify(computed))
      }),
      runs,
    )
  },
  heavyMs,
)
