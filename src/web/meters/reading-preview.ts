import { isDay } from '#domain/kit/calendar.ts'
import { DECIMAL_SHAPES, isDecimalText } from '#domain/kit/decimal-text.ts'
import { type ComputedReading, computeReadings } from '#domain/meters/consumption.ts'
import { checkReading, type Finding } from '#domain/meters/plausibility.ts'
import type { Rules } from '#domain/meters/plausibility-rules.ts'
import type { ReadingFacts, RegisterFacts } from '#domain/meters/reading-facts.ts'
import type { CheckedMeter } from '#domain/meters/reading-situation.ts'
import type { MeterReading } from './meter-queries.ts'

/** A reading as it is being typed. */
export interface TypedReading {
  id: number
  reading_date: string
  reading_latest_type: string
  reading_latest: string
  is_rollover: boolean
  final_reading?: boolean
}

interface Surroundings {
  meter: CheckedMeter
  register: RegisterFacts
  /** Readings of the register in any order. */
  history: readonly MeterReading[]
  rules: Rules
  today: string
}

export interface Preview {
  /** What the reading will count; null while there is too little to reckon with. */
  computed: ComputedReading | null
  findings: Finding[]
  /** The rules propose to say that the dials went round. */
  isRolloverProposed: boolean
}

const nothing: Preview = { computed: null, findings: [], isRolloverProposed: false }

/** What the server will make of a reading, told while it is being typed. */
export function previewReading(typed: TypedReading, surroundings: Surroundings): Preview {
  const { meter, register, rules, today } = surroundings
  const reading_latest = typed.reading_latest.trim()
  if (!isDay(typed.reading_date) || !isDecimalText(reading_latest, DECIMAL_SHAPES.quantity))
    return nothing
  const candidate: ReadingFacts = {
    id: typed.id,
    reading_date: typed.reading_date,
    reading_latest_type: typed.reading_latest_type,
    reading_latest,
    reading_quantity: null,
    period_start: null,
    is_rollover: typed.is_rollover,
    final_reading: typed.final_reading ?? false,
  }
  const history = surroundings.history
    .filter((reading) => reading.id !== typed.id)
    .toSorted((a, b) => (a.reading_date < b.reading_date ? -1 : 1))
  const isMisread = typed.reading_latest_type === 'misread'
  const findings = isMisread
    ? []
    : checkReading({ candidate, meter, register, history, rules, today })
  const facts = [...history, candidate]
  const computed = computeReadings(meter, register, facts).find((one) => one.id === typed.id)
  return {
    computed: computed ?? null,
    findings,
    isRolloverProposed: findings.some((finding) => finding.proposal?.is_rollover),
  }
}
