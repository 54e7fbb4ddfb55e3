import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayText } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { computeReadings } from './consumption.ts'
import { quantityText, sumQuantities } from './quantity.ts'
import type { MeterFacts, ReadingFacts, RegisterFacts } from './reading-facts.ts'
import { segmentsOf, usageBetween } from './segments.ts'

const electricity: MeterFacts = {
  icp_type: 'electricity',
  multiplier_value: null,
  meter_factor: null,
  conversion_factor: null,
  calorific_value: null,
  loss_factor: null,
}
const dials: RegisterFacts = { register_code: 'UN', digits: 5, flow: 'X' }

function reading(date: string, latest: string | null, more: Partial<ReadingFacts> = {}) {
  return {
    id: date,
    reading_date: date,
    reading_latest_type: 'actual',
    reading_latest: latest,
    reading_quantity: null,
    period_start: null,
    is_rollover: false,
    final_reading: false,
    ...more,
  } satisfies ReadingFacts
}

function last(readings: ReadingFacts[], meter = electricity, finalDays: string[] = []) {
  return computeReadings(meter, dials, readings, finalDays).at(-1)
}

test('a reading counts at the end of its day', () => {
  expect(last([reading('2026-03-31', '45210'), reading('2026-04-30', '47056')])).toMatchObject({
    reading_previous: '45210',
    reading_quantity: '1846.000000',
    reading_energy: '1846.000000',
    reading_losses: '0.000000',
    period_start: '2026-04-01',
    period_end: '2026-04-30',
    days: 30,
    problem: null,
  })
})

test('the first reading of a register only says where it stands', () => {
  expect(last([reading('2026-03-31', '45210')])).toMatchObject({
    reading_quantity: null,
    days: 0,
    problem: null,
  })
})

test('a register that rolled over adds one round of its dials', () => {
  const before = reading('2026-03-31', '99870')
  const after = reading('2026-04-30', '391', { is_rollover: true })
  expect(last([before, after])?.reading_quantity).toBe('521.000000')
})

test('a lower reading without the mark is a problem and never a quantity', () => {
  const computed = last([reading('2026-03-31', '99870'), reading('2026-04-30', '391')])
  expect(computed).toMatchObject({ problem: 'negative', reading_quantity: null })
})

test('a reading that cannot be right leaves the next one to what was known before', () => {
  const computed = last([
    reading('2026-02-28', '1000'),
    reading('2026-03-31', '900'),
    reading('2026-04-30', '1100'),
  ])
  expect(computed).toMatchObject({ reading_quantity: '100.000000', period_start: '2026-03-01' })
})

test('a misread never counts', () => {
  const computed = computeReadings(electricity, dials, [
    reading('2026-02-28', '1000'),
    reading('2026-03-31', '9000', { reading_latest_type: 'misread' }),
    reading('2026-04-30', '1100'),
  ])
  expect(computed.map((one) => one.reading_quantity)).toEqual([null, null, '100.000000'])
})

test('an opening reading counts at the start of its day', () => {
  const opening = reading('2026-04-01', '500', { reading_latest_type: 'opening' })
  expect(last([opening, reading('2026-04-30', '560')])).toMatchObject({
    period_start: '2026-04-01',
    days: 30,
  })
})

test('an opening reading counts at the final reading it follows', () => {
  const opening = reading('2026-04-10', '0', { reading_latest_type: 'opening' })
  const next = reading('2026-04-30', '60')
  const after = last([opening, next], electricity, ['2026-04-10'])
  expect(after).toMatchObject({ period_start: '2026-04-11', days: 20 })
})

test('a tenancy ends and another begins on one register and one day', () => {
  const computed = computeReadings(electricity, dials, [
    reading('2026-03-31', '100'),
    reading('2026-04-10', '120', { final_reading: true, id: 'final' }),
    reading('2026-04-10', '120', { reading_latest_type: 'opening', id: 'opening' }),
    reading('2026-04-30', '180'),
  ])
  expect(computed.map((one) => one.reading_quantity)).toEqual([
    null,
    '20.000000',
    null,
    '60.000000',
  ])
})

test('multiplier and meter factor apply to the reading, the loss factor only to the losses', () => {
  const meter = { ...electricity, multiplier_value: '40', meter_factor: '1.01' }
  const readings = [reading('2026-03-31', '10'), reading('2026-04-30', '20')]
  expect(last(readings, { ...meter, loss_factor: '1.0432' })).toMatchObject({
    reading_quantity: '404.000000',
    reading_energy: '404.000000',
    reading_losses: '17.452800',
  })
})

test('gas is converted to kWh, water is no energy', () => {
  const readings = [reading('2026-03-31', '1200'), reading('2026-04-30', '1250')]
  const gas = { ...electricity, icp_type: 'gas', conversion_factor: '11.02' }
  expect(last(readings, gas)?.reading_energy).toBe('551.000000')
  const water = last(readings, { ...electricity, icp_type: 'water' })
  expect(water).toMatchObject({ reading_quantity: '50.000000', reading_energy: null })
})

test('a quantity from a file counts for its own period', () => {
  const february = reading('2026-02-28', null, {
    reading_quantity: '310.250000',
    period_start: '2026-02-01',
  })
  expect(last([february], { ...electricity, multiplier_value: '40' })).toMatchObject({
    reading_quantity: '310.250000',
    days: 28,
    problem: null,
  })
})

test('periods that overlap are counted once', () => {
  const quantity = (from: string, to: string) =>
    reading(to, null, { reading_quantity: '10', period_start: from })
  const computed = computeReadings(electricity, dials, [
    quantity('2026-02-01', '2026-02-28'),
    quantity('2026-02-15', '2026-03-15'),
    quantity('2026-03-01', '2026-03-31'),
  ])
  expect(computed.map((one) => one.problem)).toEqual([null, 'overlap', null])
})

test('of two readings of a day the one read at the meter counts', () => {
  const computed = computeReadings(electricity, dials, [
    reading('2026-03-31', '100'),
    reading('2026-04-30', '150', { id: 'actual' }),
    reading('2026-04-30', '170', { id: 'estimate', reading_latest_type: 'estimate' }),
  ])
  expect(computed.map((one) => one.problem)).toEqual([null, null, 'duplicate'])
})

test.each([
  [{ reading_quantity: null }, 'no_value'],
  [{ reading_quantity: '-1', period_start: '2026-04-01' }, 'negative'],
  [{ reading_quantity: '1', period_start: '2026-05-01' }, 'bad_period'],
  [{ reading_quantity: '1', period_start: null }, 'bad_period'],
])('a quantity like %o is not counted: %s', (facts, problem) => {
  expect(last([reading('2026-04-30', null, facts)])?.problem).toBe(problem)
})

// A meter that moves by whole numbers of millionths, day after day, around and around its dials.
const steps = fc.array(fc.bigInt({ min: 0n, max: 9_999_000_000n }), { minLength: 1, maxLength: 40 })
const START = 20_000

function text(millionths: bigint): string {
  return quantityText(new Exact(millionths.toString()).div(1_000_000))
}

/** The readings a dial of so many digits shows, marked wherever it went round. */
function dialReadings(moves: readonly bigint[], digits: number, start = 0n): ReadingFacts[] {
  const round = 10n ** BigInt(digits) * 1_000_000n
  let total = start
  const shown = [reading(dayText(START), text(total))]
  for (const [at, move] of moves.entries()) {
    const is_rollover = (total % round) + move >= round
    total += move
    shown.push(reading(dayText(START + at + 1), text(total % round), { is_rollover }))
  }
  return shown
}

function total(readings: ReadingFacts[], meter = electricity, digits = 4, finals: string[] = []) {
  const computed = computeReadings(meter, { ...dials, digits }, readings, finals)
  return sumQuantities(segmentsOf(computed).map((segment) => segment.energy))
}

test('a meter that rolls over conserves energy', () => {
  fc.assert(
    fc.property(steps, (moves) => {
      const used = moves.reduce((sum, move) => sum + move, 0n)
      expect(total(dialReadings(moves, 4))).toBe(text(used))
    }),
  )
})

test('a meter that is replaced conserves energy', () => {
  fc.assert(
    fc.property(steps, fc.nat(40), fc.bigInt({ min: 0n, max: 9_999n }), (moves, at, first) => {
      const day = Math.min(at, moves.length)
      const before = dialReadings(moves.slice(0, day), 4)
      const after = dialReadings(moves.slice(day), 4, first * 1_000_000n).map((one, place) => ({
        ...one,
        reading_date: addDays(one.reading_date, day),
        reading_latest_type: place === 0 ? 'opening' : 'actual',
      }))
      const closing = before.at(-1)
      if (closing !== undefined) closing.final_reading = true
      const finals = [dayText(START + day)]
      const used = moves.reduce((sum, move) => sum + move, 0n)
      const parts = [total(before), total(after, electricity, 4, finals)]
      expect(sumQuantities(parts)).toBe(text(used))
      const segments = [
        ...segmentsOf(computeReadings(electricity, { ...dials, digits: 4 }, before)),
        ...segmentsOf(computeReadings(electricity, { ...dials, digits: 4 }, after, finals)),
      ]
      const usage = usageBetween(segments, dayText(START + 1), dayText(START + moves.length))
      expect(usage).toMatchObject({ energy: text(used), missing_days: 0 })
    }),
  )
})
