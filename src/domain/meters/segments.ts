// A segment is the use of one register between two readings. Segments of several registers and
// of meters that followed each other may be put together: what they say is added up.

import { dayNumber, dayText } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { ComputedReading } from './consumption.ts'
import { NO_QUANTITY, partOfDays, sumQuantities } from './quantity.ts'

export interface Segment {
  reading_id: string | number
  reading_latest_type: string
  /** Both ends included. */
  period_start: string
  period_end: string
  days: number
  quantity: string
  energy: string
  losses: string
}

export interface TypeShare {
  quantity: string
  energy: string
}

export interface UsageOfPeriod {
  quantity: string
  energy: string
  losses: string
  /** The days of the period, both ends included. */
  days: number
  by_type: Record<string, TypeShare>
  /** How much of the quantity is estimated, from 0 to 1. */
  estimated_share: string
  missing_days: number
  /** The stretches of days that no segment covers. */
  missing: { from: string; to: string }[]
}

/** The segments of computed readings: only those that count. */
export function segmentsOf(computed: Iterable<ComputedReading>): Segment[] {
  const segments: Segment[] = []
  for (const reading of computed) {
    const { period_start, period_end, reading_quantity, problem } = reading
    if (problem !== null || reading_quantity === null) continue
    if (period_start === null || period_end === null) continue
    segments.push({
      reading_id: reading.id,
      reading_latest_type: reading.reading_latest_type,
      period_start,
      period_end,
      days: reading.days,
      quantity: reading_quantity,
      energy: reading.reading_energy ?? NO_QUANTITY,
      losses: reading.reading_losses ?? NO_QUANTITY,
    })
  }
  return segments
}

/** The part of a segment between two days, both included; null when it has none there. */
export function partOfSegment(segment: Segment, from: string, to: string): Segment | null {
  if (segment.period_end < from || segment.period_start > to) return null
  if (segment.period_start >= from && segment.period_end <= to) return segment
  const start = dayNumber(segment.period_start)
  const first = Math.max(dayNumber(from), start) - start
  const last = Math.min(dayNumber(to), dayNumber(segment.period_end)) - start
  const share = (total: string) => partOfDays(total, segment.days, first, last)
  return {
    ...segment,
    period_start: dayText(start + first),
    period_end: dayText(start + last),
    days: last - first + 1,
    quantity: share(segment.quantity),
    energy: share(segment.energy),
    losses: share(segment.losses),
  }
}

/** What was used between two days, both included, with what is estimated and what is missing. */
export function usageBetween(segments: Iterable<Segment>, from: string, to: string): UsageOfPeriod {
  const parts: Segment[] = []
  for (const segment of segments) {
    const part = partOfSegment(segment, from, to)
    if (part !== null) parts.push(part)
  }
  const missing = daysWithout(parts, from, to)
  const quantity = sumQuantities(parts.map((part) => part.quantity))
  const by_type = shares(parts)
  return {
    quantity,
    energy: sumQuantities(parts.map((part) => part.energy)),
    losses: sumQuantities(parts.map((part) => part.losses)),
    days: Math.max(0, dayNumber(to) - dayNumber(from) + 1),
    by_type,
    estimated_share: estimatedShare(parts, quantity, by_type.estimate?.quantity ?? NO_QUANTITY),
    missing_days: missing.reduce((days, gap) => days + gap.days, 0),
    missing: missing.map(({ from, to }) => ({ from, to })),
  }
}

function shares(parts: readonly Segment[]): Record<string, TypeShare> {
  const result: Record<string, TypeShare> = {}
  for (const [type, ofType] of Map.groupBy(parts, (part) => part.reading_latest_type)) {
    result[type] = {
      quantity: sumQuantities(ofType.map((part) => part.quantity)),
      energy: sumQuantities(ofType.map((part) => part.energy)),
    }
  }
  return result
}

/** Where nothing was used the days decide, so that an estimate of nothing still shows. */
function estimatedShare(parts: readonly Segment[], quantity: string, estimated: string): string {
  if (estimated === NO_QUANTITY && quantity !== NO_QUANTITY) return '0.0000'
  const whole = new Exact(quantity)
  if (!whole.isZero()) return new Exact(estimated).div(whole).toFixed(4)
  const days = parts.reduce((sum, part) => sum + part.days, 0)
  const guessed = parts.filter((part) => part.reading_latest_type === 'estimate')
  const guessedDays = guessed.reduce((sum, part) => sum + part.days, 0)
  return new Exact(guessedDays).div(Math.max(days, 1)).toFixed(4)
}

function daysWithout(parts: readonly Segment[], from: string, to: string) {
  const gaps: { from: string; to: string; days: number }[] = []
  const add = (first: number, end: number) => {
    if (first < end) gaps.push({ from: dayText(first), to: dayText(end - 1), days: end - first })
  }
  let next = dayNumber(from)
  const starts = parts.map((part) => ({ start: dayNumber(part.period_start), days: part.days }))
  for (const { start, days } of starts.sort((a, b) => a.start - b.start)) {
    add(next, start)
    next = Math.max(next, start + days)
  }
  add(next, dayNumber(to) + 1)
  return gaps
}
