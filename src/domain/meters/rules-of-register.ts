// Rules that hold the value of a register against the value before, the value after and the dials.

import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { plainQuantity } from './quantity.ts'
import type { Situation } from './reading-situation.ts'

export interface Verdict {
  message: string
  proposal?: { is_rollover: true }
}

export function negativeUse(situation: Situation): Verdict | null {
  const { candidate, previous, next, raw, use } = situation
  if (raw !== null && use === null) {
    const { reading_latest } = candidate
    if (reading_latest === null || previous === null)
      return { message: `The quantity ${plainQuantity(raw)} is below zero.` }
    const before = `${shown(previous.reading_latest)} on ${formatDayShort(previous.reading_date)}`
    const difference = plainQuantity(raw.abs())
    const message = `The reading ${shown(reading_latest)} is ${difference} lower than ${before}.`
    return { message }
  }
  if (next === null || candidate.reading_latest_type === 'misread') return null
  if (candidate.reading_latest === null || next.reading_latest === null) return null
  // An opening reading starts anew, and one that went round may be lower than those before it.
  if (next.is_rollover || next.reading_latest_type === 'opening') return null
  if (new Exact(next.reading_latest).gte(candidate.reading_latest)) return null
  const after = `${shown(next.reading_latest)} on ${formatDayShort(next.reading_date)}`
  return { message: `The reading ${shown(candidate.reading_latest)} is higher than ${after}.` }
}

export function probableRollover(
  situation: Situation,
  parameters: { percent_of_dials: string },
): Verdict | null {
  const { candidate, previous, raw, register } = situation
  if (raw === null || !raw.isNegative() || candidate.reading_latest === null) return null
  if (candidate.is_rollover || register.digits === null || previous === null) return null
  const dials = new Exact(10).pow(register.digits)
  const turned = raw.plus(dials)
  const limit = dials.times(parameters.percent_of_dials).div(100)
  if (turned.isNegative() || turned.gt(limit)) return null
  const from = shown(previous.reading_latest)
  const to = shown(candidate.reading_latest)
  const message =
    `The ${register.digits} dials probably went round: from ${from} to ${to} ` +
    `would be ${plainQuantity(turned)}.`
  return { message, proposal: { is_rollover: true } }
}

export function moreDigitsThanDials({ candidate, register }: Situation): Verdict | null {
  if (candidate.reading_latest === null || register.digits === null) return null
  if (candidate.reading_latest_type === 'misread') return null
  const highest = new Exact(10).pow(register.digits)
  if (new Exact(candidate.reading_latest).lt(highest)) return null
  const value = shown(candidate.reading_latest)
  return { message: `The reading ${value} has more digits than the ${register.digits} dials.` }
}

function shown(value: string | null): string {
  return value === null ? 'nothing' : plainQuantity(value)
}
