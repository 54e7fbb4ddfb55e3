// How the readings of one register become quantities. A reading counts at the end of its day, so
// its place is the number of the day after; every period runs from one place to the next.

import { dayNumber, dayText } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { meteredUse, quantityOfRaw, type RawProblem, rawUse } from './metered-use.ts'
import { quantityText } from './quantity.ts'
import {
  isFinal,
  isQuantityOnly,
  type MeterFacts,
  type ReadingFacts,
  type RegisterFacts,
} from './reading-facts.ts'

export type ReadingProblem = RawProblem | 'overlap' | 'duplicate' | 'no_value' | 'bad_period'

export interface ComputedReading {
  id: string | number
  reading_date: string
  reading_latest_type: string
  reading_previous: string | null
  reading_quantity: string | null
  reading_energy: string | null
  reading_losses: string | null
  period_start: string | null
  period_end: string | null
  days: number
  problem: ReadingProblem | null
}

/** Why a reading does not count, as a sentence for the screen. */
export const READING_PROBLEMS: Record<ReadingProblem, string> = {
  negative: 'The reading is lower than the one before it.',
  no_digits: 'The register rolled over, but nobody has said how many digits it has.',
  overlap: 'The period overlaps one that is already counted.',
  duplicate: 'Another reading of the same day counts instead.',
  no_value: 'The reading has neither a value nor a quantity.',
  bad_period: 'The start of the period is missing or after its end.',
}

interface PlacedReading {
  reading: ReadingFacts
  /** The number of the first day after the reading. */
  place: number
  isOpening: boolean
}

interface Chain {
  previous: { value: string; place: number } | null
  coveredTo: number
}

/**
 * Computes every reading of one register, oldest first. `finalDays` are the days on which the
 * meter before this one had its final reading: an opening reading of that day counts at its end.
 */
export function computeReadings(
  meter: MeterFacts,
  register: RegisterFacts,
  readings: readonly ReadingFacts[],
  finalDays: Iterable<string> = [],
): ComputedReading[] {
  const finals = new Set(finalDays)
  for (const reading of readings) if (isFinal(reading)) finals.add(reading.reading_date)
  const placed = readings.map((reading) => place(reading, finals)).sort(inTime)
  const winners = winnersOf(placed)
  const chain: Chain = { previous: null, coveredTo: Number.NEGATIVE_INFINITY }
  return placed.map((entry) => {
    if (entry.reading.reading_latest_type === 'misread') return uncounted(entry.reading, null)
    if (!winners.has(entry)) return uncounted(entry.reading, 'duplicate')
    return compute(meter, register, entry, chain)
  })
}

// Not in the specification: our choice. An opening reading follows a final one of the same day;
// one of the day before is the same place, and an older one was the end of another tenancy.
function place(reading: ReadingFacts, finals: ReadonlySet<string>): PlacedReading {
  const isOpening = reading.reading_latest_type === 'opening'
  const day = dayNumber(reading.reading_date)
  const isAtStart = isOpening && !finals.has(reading.reading_date)
  return { reading, place: isAtStart ? day : day + 1, isOpening }
}

function inTime(a: PlacedReading, b: PlacedReading): number {
  if (a.place !== b.place) return a.place - b.place
  if (a.isOpening !== b.isOpening) return a.isOpening ? 1 : -1
  // Of two quantities the shorter period is the finer measurement, and goes first.
  return (b.reading.period_start ?? '').localeCompare(a.reading.period_start ?? '')
}

// Whatever else there is was read at the meter.
const LESS_TRUSTED: readonly string[] = ['customer', 'estimate']

/** Of several readings of one moment one counts: the most trusted, else the one given last. */
function winnersOf(placed: readonly PlacedReading[]): Set<PlacedReading> {
  const best = new Map<string, PlacedReading>()
  for (const entry of placed) {
    const { reading } = entry
    if (reading.reading_latest_type === 'misread') continue
    const period = isQuantityOnly(reading) ? reading.period_start : 'value'
    const key = `${entry.place} ${entry.isOpening} ${period}`
    const rival = best.get(key)
    if (rival === undefined || trust(rival) <= trust(entry)) best.set(key, entry)
  }
  return new Set(best.values())
}

function trust({ reading }: PlacedReading): number {
  return -LESS_TRUSTED.indexOf(reading.reading_latest_type)
}

function compute(
  meter: MeterFacts,
  register: RegisterFacts,
  entry: PlacedReading,
  chain: Chain,
): ComputedReading {
  const { reading } = entry
  if (reading.reading_latest === null) return computeQuantity(meter, entry, chain)
  const value = reading.reading_latest
  const { previous } = chain
  if (entry.isOpening || previous === null) {
    chain.previous = { value, place: entry.place }
    return uncounted(reading, null)
  }
  const raw = rawUse(register, previous.value, { ...reading, reading_latest: value })
  const known = { ...uncounted(reading, null), reading_previous: previous.value }
  // A reading that cannot be right leaves the chain alone, as if it were marked a misread.
  if (typeof raw === 'string') return { ...known, problem: raw }
  chain.previous = { value, place: entry.place }
  return counted(meter, known, quantityOfRaw(meter, raw), previous.place, entry.place, chain)
}

function computeQuantity(meter: MeterFacts, entry: PlacedReading, chain: Chain): ComputedReading {
  const { reading } = entry
  const unknown = uncounted(reading, null)
  if (reading.reading_quantity === null) return { ...unknown, problem: 'no_value' }
  const told = new Exact(reading.reading_quantity)
  if (told.isNegative()) return { ...unknown, problem: 'negative' }
  const known = Math.max(chain.coveredTo, chain.previous?.place ?? chain.coveredTo)
  const start = reading.period_start === null ? known : dayNumber(reading.period_start)
  if (!Number.isFinite(start) || start >= entry.place) return { ...unknown, problem: 'bad_period' }
  return counted(meter, unknown, quantityText(told), start, entry.place, chain)
}

function counted(
  meter: MeterFacts,
  known: ComputedReading,
  quantity: string,
  start: number,
  end: number,
  chain: Chain,
): ComputedReading {
  const period = { period_start: dayText(start), period_end: dayText(end - 1), days: end - start }
  // What overlaps is never counted, so that no day can be billed twice.
  if (start < chain.coveredTo) return { ...known, ...period, problem: 'overlap' }
  chain.coveredTo = end
  return { ...known, ...meteredUse(meter, quantity), ...period }
}

function uncounted(reading: ReadingFacts, problem: ReadingProblem | null): ComputedReading {
  return {
    id: reading.id,
    reading_date: reading.reading_date,
    reading_latest_type: reading.reading_latest_type,
    reading_previous: null,
    reading_quantity: null,
    reading_energy: null,
    reading_losses: null,
    period_start: null,
    period_end: null,
    days: 0,
    problem,
  }
}
