// What a bank line is: everything it may be, ranked, and at most one thing that may be taken unasked.

import { toDecimalString } from '#domain/kit/money.ts'
import { automaticRule, isHard, isShown } from './automatic.ts'
import type { MatchLine } from './bank-line.ts'
import { type BankRule, ruleFor } from './bank-rule.ts'
import type { Candidate } from './candidate.ts'
import { confirmedFor } from './confirmed-pattern.ts'
import {
  counterpartCandidates,
  depositCandidate,
  dishonourCandidates,
  recordedCandidate,
  recordedNear,
} from './counterpart-candidates.ts'
import {
  candidatesOf,
  type PossiblePayer,
  plainCandidate,
  possiblePayer,
  solvedCandidate,
} from './customer-candidates.ts'
import { type Evidence, evidenceOf, pointsOf } from './evidence.ts'
import { type ReadText, readTexts } from './line-reading.ts'
import type { MatchIndex } from './match-index.ts'
import { severalCustomers } from './several-customers.ts'
import { supplierCandidates } from './supplier-candidates.ts'

const MOST_SHOWN = 8
const MOST_PAYERS = 60
const RULE = 70
const RECORDED = 40

export interface LineMatch {
  /** The best eight, the one to be taken unasked first. */
  candidates: Candidate[]
  /** What may be taken without asking, with the rule that allows it. */
  automatic: Candidate | null
}

/** Candidates of a line, ranked: by points, then the lower id. */
export function matchLine(index: MatchIndex, line: MatchLine): LineMatch {
  const texts = readTexts(line, index.prefixes)
  const found = line.amount > 0 ? comingIn(index, line, texts) : goingOut(index, line, texts)
  const byRule = ruleCandidate(index.facts.rules, line)
  const all = byRule ? [byRule, ...found] : found
  const unasked = all.filter(({ automatic }) => automatic !== null)
  // Two things that could both be taken unasked contradict each other.
  const automatic = unasked.length === 1 ? (unasked[0] ?? null) : null
  const asked = all.map((one) => (one === automatic ? one : { ...one, automatic: null }))
  const ranked = asked.sort(
    (a, b) =>
      Number(b.automatic !== null) - Number(a.automatic !== null) ||
      b.points - a.points ||
      idOf(a) - idOf(b),
  )
  return { candidates: ranked.slice(0, MOST_SHOWN), automatic }
}

const idOf = ({ customer_id, parts }: Candidate) => customer_id ?? parts[0]?.counterpart_id ?? 0

function comingIn(index: MatchIndex, line: MatchLine, texts: readonly ReadText[]): Candidate[] {
  const evidence = evidenceOf(index, line, texts)
  const strongest = [...evidence.values()]
    .toSorted((a, b) => pointsOf(b) - pointsOf(a))
    .slice(0, MOST_PAYERS)
  const payers = strongest.map((one) => possiblePayer(index, line, one))
  const isSpokenFor = strongest.some(isShown)
  const halves = counterpartCandidates(index, line, isSpokenFor)
  const recorded = recordedCandidates(index, line, evidence)
  const isHalf = halves.some(({ automatic }) => automatic !== null)
  const unasked = isHalf ? null : unaskedPayer(index, line, payers)
  return [
    ...(unasked ? [unasked] : []),
    ...payers
      .flatMap((payer) => candidatesOf(index, line, payer))
      .filter(({ key }) => key !== unasked?.key),
    ...halves,
    ...recorded,
    ...depositCandidate(index, line),
    ...severalCustomers(index, line, evidence),
    ...supplierCandidates(index, line, texts),
  ]
}

function goingOut(index: MatchIndex, line: MatchLine, texts: readonly ReadText[]): Candidate[] {
  return [
    ...counterpartCandidates(index, line, false),
    ...dishonourCandidates(index, line),
    ...supplierCandidates(index, line, texts),
  ]
}

/** The payer that a rule lets through, as the candidate to be taken. */
function unaskedPayer(
  index: MatchIndex,
  line: MatchLine,
  payers: readonly PossiblePayer[],
): Candidate | null {
  for (const payer of payers) {
    const { customer_id } = payer.evidence
    if (index.payers.get(customer_id)?.is_parked) continue
    if (isRecorded(index, line, customer_id)) continue
    const rule =
      automaticRule(payer, payers) ??
      (isConfirmed(index, line, payer, payers) ? ('g' as const) : null)
    if (rule === null) continue
    const candidate = payer.certain
      ? solvedCandidate(index, line, payer, payer.certain)
      : plainCandidate(index, line, payer)
    return { ...candidate, automatic: rule }
  }
  return null
}

/** Somebody has recorded it already: that payment is linked, and no second one made. */
const isRecorded = (index: MatchIndex, line: MatchLine, customer_id: number) =>
  (index.recorded.get(line.amount) ?? []).some((one) => one.customer_id === customer_id)

/** People have said twice that this payer means this customer with these words and this amount. */
function isConfirmed(
  index: MatchIndex,
  line: MatchLine,
  payer: PossiblePayer,
  payers: readonly PossiblePayer[],
): boolean {
  if (index.patterns.size === 0) return false
  const others = payers.filter((other) => other !== payer)
  if (others.some(({ evidence }) => isHard(evidence))) return false
  return confirmedFor(index.patterns, line) === payer.evidence.customer_id
}

function recordedCandidates(
  index: MatchIndex,
  line: MatchLine,
  evidence: ReadonlyMap<number, Evidence>,
): Candidate[] {
  const near = recordedNear(index, line)
  return near.map((payment) => {
    const shown = evidence.get(payment.customer_id)
    const candidate = recordedCandidate(line, payment, RECORDED + (shown ? pointsOf(shown) : 0))
    const others = [...evidence.values()].filter((one) => one !== shown)
    const isCertain =
      near.length === 1 && shown && isShown(shown) && !others.some((one) => isHard(one))
    const isParked = index.payers.get(payment.customer_id)?.is_parked
    const reasons = [...(shown?.reasons ?? []), ...candidate.reasons]
    return { ...candidate, reasons, automatic: isCertain && !isParked ? 'f' : null }
  })
}

function ruleCandidate(rules: readonly BankRule[], line: MatchLine): Candidate | null {
  const rule = ruleFor(rules, line)
  if (!rule) return null
  const { id, kind, account, supplier_id, automatic } = rule
  return {
    key: `rule ${id}`,
    kind,
    customer_id: null,
    tier: null,
    points: RULE,
    automatic: automatic ? 'h' : null,
    reasons: [{ code: 'rule', words: 'By a rule of the office' }],
    parts: [
      {
        kind,
        amount: toDecimalString(line.amount),
        ...(account === null ? {} : { account }),
        ...(supplier_id === null ? {} : { supplier_id }),
      },
    ],
    others: 0,
  }
}
