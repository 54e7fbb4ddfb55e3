// Holds readings against the rules. A file may bring 50,000 of them, so a check looks only at the
// handful of readings around its candidate: its cost does not grow with the meter's history.

import type { Severity } from '#domain/identity/rule-book.ts'
import { dayText, yearBefore } from '#domain/kit/day-number.ts'
import { RULE_CODES, type RuleCode, type Rules } from './plausibility-rules.ts'
import {
  type Candidate,
  type KnownReading,
  type Situation,
  type Surroundings,
  situate,
} from './reading-situation.ts'
import {
  moreDigitsThanDials,
  negativeUse,
  probableRollover,
  type Verdict,
} from './rules-of-register.ts'
import {
  alreadyThere,
  anotherValue,
  estimatedTooLong,
  gap,
  inTheFuture,
  meterNotThere,
  overlap,
} from './rules-of-time.ts'
import { aboveCapacity, tooHigh, tooLow } from './rules-of-use.ts'

export interface Finding extends Verdict {
  code: RuleCode
  severity: Severity
}

type Check<Code extends RuleCode> = (
  situation: Situation,
  parameters: Rules[Code]['parameters'],
) => Verdict | null

const CHECKS: { [Code in RuleCode]: Check<Code> } = {
  R01: negativeUse,
  R02: probableRollover,
  R03: meterNotThere,
  R04: tooHigh,
  R05: tooLow,
  R06: aboveCapacity,
  R07: gap,
  R08: overlap,
  R09: alreadyThere,
  R10: anotherValue,
  R11: estimatedTooLong,
  R12: inTheFuture,
  R13: moreDigitsThanDials,
}

const WEIGHT: Record<Severity, number> = { error: 0, warning: 1, information: 2 }
const BEFORE = 26
const AFTER = 2

/**
 * What the rules say of one reading, the gravest first. Of the history only the readings around
 * the candidate are looked at; one with the candidate's id is its own former self and left out.
 */
export function checkReading(input: Surroundings & { rules: Rules }): Finding[] {
  const others = input.history.filter((reading) => reading.id !== input.candidate.id)
  return judge(situate({ ...input, history: around(others, input.candidate) }), input.rules)
}

/**
 * Checks many readings of one register as one file brings them, each with those before it: gives
 * the findings in the order of the candidates. Their ids are not those of the history.
 */
export function checkReadings(
  input: Omit<Surroundings, 'candidate'> & { candidates: readonly Candidate[]; rules: Rules },
): Finding[][] {
  const { candidates, rules, ...rest } = input
  const known: KnownReading[] = [...input.history]
  const findings: Finding[][] = candidates.map(() => [])
  const inTime = [...candidates.entries()].sort(([, a], [, b]) => byDay(a, b))
  for (const [at, candidate] of inTime) {
    const situation = situate({ ...rest, candidate, history: around(known, candidate) })
    const found = judge(situation, rules)
    findings[at] = found
    if (found.some(({ severity, code }) => severity === 'error' || code === 'R09')) continue
    const { use, start } = situation
    const reading_quantity = use?.reading_quantity ?? null
    const period_start = start === null ? null : dayText(start)
    const place = firstOnOrAfter(known, candidate.reading_date, 1)
    known.splice(place, 0, { ...candidate, reading_quantity, period_start })
  }
  return findings
}

/** The gravest of the findings, or ok when there are none. */
export function worstSeverity(findings: readonly Finding[]): Severity | 'ok' {
  const severities = new Set(findings.map((finding) => finding.severity))
  const order: Severity[] = ['error', 'warning', 'information']
  return order.find((severity) => severities.has(severity)) ?? 'ok'
}

function judge(situation: Situation, rules: Rules): Finding[] {
  const findings: Finding[] = []
  for (const code of RULE_CODES) {
    if (!rules[code].isOn) continue
    const verdict = apply(code, situation, rules)
    if (verdict === null) continue
    const finding = { code, severity: rules[code].severity, ...verdict }
    // A reading that is already there was judged when it came.
    if (code === 'R09') return [finding]
    findings.push(finding)
  }
  return findings.sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])
}

function apply<Code extends RuleCode>(code: Code, situation: Situation, rules: Rules) {
  const check: Check<Code> = CHECKS[code]
  return check(situation, rules[code].parameters)
}

/** The readings a check needs: the last ones, the next ones and those of a year ago. */
function around(known: readonly KnownReading[], candidate: Candidate): KnownReading[] {
  const day = candidate.reading_date
  const at = firstOnOrAfter(known, day, 0)
  const first = Math.max(0, at - BEFORE)
  const near = known.slice(first, firstOnOrAfter(known, day, 1) + AFTER)
  const start = candidate.period_start ?? known[at - 1]?.reading_date ?? day
  // The reading after the season may have begun in it.
  const from = firstOnOrAfter(known, yearBefore(start), 0)
  const to = Math.min(first, firstOnOrAfter(known, yearBefore(day), 0) + 1)
  if (from >= to) return near
  const [oldest, ...newer] = near
  if (oldest === undefined) return known.slice(from, to)
  // The reading before the oldest is not at hand, so without its own start it has no period.
  const cut = oldest.period_start === null ? { ...oldest, reading_quantity: null } : oldest
  return [...known.slice(from, to), cut, ...newer]
}

/** Where the first reading on a day stands, or with `after` 1 the first one after that day. */
function firstOnOrAfter(known: readonly KnownReading[], day: string, after: 0 | 1): number {
  let low = 0
  let high = known.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = known[middle]?.reading_date ?? ''
    if (at < day || (after === 1 && at === day)) low = middle + 1
    else high = middle
  }
  return low
}

function byDay(a: Candidate, b: Candidate): number {
  return a.reading_date < b.reading_date ? -1 : a.reading_date > b.reading_date ? 1 : 0
}
