// What a line that came in may be of a customer: the evidence for who, and the solver for what.

import { type Cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { MatchLine } from './bank-line.ts'
import type { Candidate, LinePart, Reason } from './candidate.ts'
import type { Explanation, Solution, Tier } from './deposit.ts'
import { type Evidence, pointsOf } from './evidence.ts'
import { ACCIDENTAL, explainDeposit } from './explain-deposit.ts'
import { figuresOn } from './item-figures.ts'
import type { MatchIndex } from './match-index.ts'

const tierPoints: Record<Tier, number> = { T0: 40, T1: 35, T2: 25, T3: 20, T4: 10 }

/** A customer who may have paid, with everything the rules for automatic matches ask about. */
export interface PossiblePayer {
  evidence: Evidence
  explanation: Explanation
  points: number
  /** The one way that may be taken unasked; null where there is none, or more than one. */
  certain: Solution | null
  /** All that is named has been paid: the number may be an old or a wrong one. */
  names_settled: boolean
}

export function possiblePayer(
  index: MatchIndex,
  line: MatchLine,
  evidence: Evidence,
): PossiblePayer {
  const items = index.itemsOf.get(evidence.customer_id) ?? []
  const { amount, transaction_date } = line
  const explanation = explainDeposit(amount, transaction_date, items, evidence.named)
  const tier = explanation.tier === null ? 0 : tierPoints[explanation.tier]
  return {
    evidence,
    explanation,
    points: pointsOf(evidence) + tier,
    certain: certainOf(explanation, evidence),
    names_settled: evidence.named.size > 0 && !isAnyOpen(index, line, evidence),
  }
}

function isAnyOpen(index: MatchIndex, line: MatchLine, { named }: Evidence): boolean {
  return [...named].some((key) => {
    const item = index.items.get(key)
    return item !== undefined && figuresOn(item, line.transaction_date).right > 0
  })
}

/** One way alone, with all that is named; where accidents are likely, with nothing that is not. */
function certainOf(explanation: Explanation, { named }: Evidence): Solution | null {
  const [only] = explanation.solutions
  if (!only || explanation.is_ambiguous || only.lacks_named || explanation.is_too_many) return null
  const areNamed = only.items.every(({ key }) => named.has(key))
  return explanation.chance <= ACCIDENTAL || areNamed ? only : null
}

/** The ways of one customer as candidates: each that adds up, else the payment as it stands. */
export function candidatesOf(
  index: MatchIndex,
  line: MatchLine,
  payer: PossiblePayer,
): Candidate[] {
  const { solutions } = payer.explanation
  if (solutions.length === 0) return [plainCandidate(index, line, payer)]
  return solutions.map((solution) => solvedCandidate(index, line, payer, solution))
}

export function solvedCandidate(
  index: MatchIndex,
  line: MatchLine,
  payer: PossiblePayer,
  solution: Solution,
): Candidate {
  const { customer_id } = payer.evidence
  const amount = toDecimalString(line.amount)
  const plan = solution.items.map((item) => ({ ...item, amount: toDecimalString(item.amount) }))
  const part: LinePart =
    solution.page === null
      ? { kind: 'customer', amount, customer_id, plan }
      : { kind: 'customer', amount, customer_id, page: solution.page }
  const { others } = payer.explanation
  return {
    ...candidateOf(payer, [part]),
    // It names what would happen: whoever accepts it after something has changed is told so.
    key: `customer ${customer_id} ${solution.tier} ${plan.map((one) => `${one.key}:${one.amount}`)}`,
    tier: solution.tier,
    reasons: [
      ...payer.evidence.reasons,
      exactReason(index, solution),
      ...solution.leaves.map((left) => leavesReason(index, left)),
      ...creditReason(solution.credit),
      ...(others > 0
        ? [{ code: 'others' as const, words: `${others} other exact way${others > 1 ? 's' : ''}` }]
        : []),
    ],
    others,
  }
}

/** A payment that adds up to nothing: it names what is named, and lies where the rules put it. */
export function plainCandidate(
  index: MatchIndex,
  line: MatchLine,
  payer: PossiblePayer,
): Candidate {
  const { customer_id, named } = payer.evidence
  const [only, ...more] = [...named]
  const page = only && more.length === 0 && index.items.has(only) ? { page: only } : {}
  const amount = toDecimalString(line.amount)
  const part: LinePart = { kind: 'customer', amount, customer_id, ...page }
  return {
    ...candidateOf(payer, [part]),
    key: `customer ${customer_id} ${page.page ?? 'account'}`,
    reasons: [...payer.evidence.reasons, ...plainReasons(index, line, payer)],
  }
}

function candidateOf({ evidence, points }: PossiblePayer, parts: LinePart[]): Candidate {
  const { customer_id } = evidence
  const kind = 'customer'
  const none = { tier: null, automatic: null, reasons: [], others: 0 }
  return { ...none, key: '', kind, customer_id, points, parts }
}

function plainReasons(index: MatchIndex, line: MatchLine, payer: PossiblePayer): Reason[] {
  const { named } = payer.evidence
  if (named.size === 0 && payer.explanation.is_too_many)
    return [{ code: 'exact', words: 'Too many combinations to look at' }]
  return [...named].flatMap((key) => {
    const item = index.items.get(key)
    if (!item) return [{ code: 'paid' as const, words: 'Already paid: account credit' }]
    const { right } = figuresOn(item, line.transaction_date)
    if (right <= 0) return [{ code: 'paid' as const, words: 'Already paid: account credit' }]
    const rest = right - line.amount
    if (rest > 0) return [leavesReason(index, { key, amount: wholeCents(rest) })]
    return creditReason(wholeCents(-rest))
  })
}

function exactReason(index: MatchIndex, { tier, page, items }: Solution): Reason {
  const called = (key: Solution['items'][number]['key']) => index.items.get(key)?.number ?? key
  if (page !== null) {
    const words =
      tier === 'T0'
        ? `What ${called(page)} asked for that day`
        : tier === 'T2'
          ? `What ${called(page)} printed for the other date`
          : `What ${called(page)} printed before a part was paid`
    return { code: 'exact', words }
  }
  const sum = items.map(({ key }) => called(key)).join(' + ')
  const words = tier === 'T1' ? `Exactly ${sum}` : `${sum}, with and without discount`
  return { code: 'exact', words: tier === 'T4' ? `${sum}, with what was paid or announced` : words }
}

function leavesReason(
  index: MatchIndex,
  { key, amount }: { key: Solution['items'][number]['key']; amount: Cents },
): Reason {
  const number = index.items.get(key)?.number ?? key
  return { code: 'leaves', words: `Leaves ${toDecimalString(amount)} of ${number}` }
}

function creditReason(credit: Cents): Reason[] {
  return credit > 0 ? [{ code: 'credit', words: `${toDecimalString(credit)} becomes credit` }] : []
}
