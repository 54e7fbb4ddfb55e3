import { numberKey } from '#domain/kit/number-key.ts'
// Lines that are the other half of something of ours: payouts, batches to suppliers, refunds,
// commissions, transfers between our own accounts, recorded payments, and money that bounced.

import { dayNumber } from '#domain/kit/day-number.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { plainText } from '#domain/kit/plain-text.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { type MatchLine, textFields } from './bank-line.ts'
import type { Candidate, LinePart, PartKind } from './candidate.ts'
import { onlySum } from './exact-sums.ts'
import type { Counterpart, RecordedPayment } from './match-facts.ts'
import type { MatchIndex } from './match-index.ts'

const COUNTERPART = 50
const NAMED = 60
const WORKING_DAYS: Record<Counterpart['kind'], number> = {
  payout: 5,
  billpayment: 5,
  refund: 10,
  returned: 10,
  commission: 10,
  transfer: 3,
}
/** What may be taken unasked where exactly one fits. */
const unasked: ReadonlySet<Counterpart['kind']> = new Set([
  'payout',
  'billpayment',
  'refund',
  'transfer',
])
const words: Record<Counterpart['kind'], string> = {
  payout: 'A payout of the provider',
  billpayment: 'Paid to suppliers',
  refund: 'A refund',
  returned: 'A payment to a supplier that came back',
  commission: 'A commission statement',
  transfer: 'The other side of a transfer',
}

/**
 * Our own halves with exactly this amount, near enough in time. The only one is taken unasked, unless
 * the line speaks of a customer as well and does not name it.
 */
export function counterpartCandidates(
  index: MatchIndex,
  line: MatchLine,
  isSpokenFor: boolean,
): Candidate[] {
  const fitting = (index.counterparts.get(line.amount) ?? []).filter((one) => fits(one, line))
  const named = fitting.filter((one) => isNamedBy(one, line))
  const kept = named.length > 0 ? named : fitting
  return kept.map((one) => ({
    ...counterpartCandidate(one, line, named.length > 0 ? NAMED : COUNTERPART),
    automatic:
      kept.length === 1 &&
      isUnasked(one, line) &&
      (named.length > 0 || !isSpokenFor) &&
      !hasRival(index, one, line)
        ? 'h'
        : null,
  }))
}

/** Whether the other side of a transfer would fit another line of ours just as well. */
function hasRival(index: MatchIndex, other: Counterpart, line: MatchLine): boolean {
  if (other.kind !== 'transfer') return false
  const alike = index.counterparts.get(wholeCents(-line.amount)) ?? []
  return alike.some(
    ({ kind, id, bankaccount_id, date }) =>
      kind === 'transfer' &&
      id !== line.id &&
      bankaccount_id !== other.bankaccount_id &&
      isWithin(date, other.date, WORKING_DAYS.transfer),
  )
}

/** That a refund came back is for somebody to say: a customer may pay the same amount. */
const isUnasked = ({ kind }: Counterpart, line: MatchLine) =>
  unasked.has(kind) && !(kind === 'refund' && line.amount > 0)

function fits(one: Counterpart, line: MatchLine): boolean {
  if (one.kind === 'refund' && line.amount > 0 && line.transaction_date < one.date) return false
  if (one.kind === 'transfer' && one.bankaccount_id === line.bankaccount_id) return false
  return isWithin(one.date, line.transaction_date, WORKING_DAYS[one.kind])
}

function isWithin(day: string, other: string, workingDays: number): boolean {
  return addWorkingDays(day, -workingDays) <= other && other <= addWorkingDays(day, workingDays)
}

function isNamedBy({ reference }: Counterpart, line: MatchLine): boolean {
  const wanted = reference === null ? '' : numberKey(reference)
  if (wanted === '') return false
  return textFields.some((field) => plainKey(line[field]).includes(wanted))
}

const plainKey = (text: string | null) => plainText(text ?? '').replace(/[^A-Z0-9]/g, '')

function counterpartCandidate(one: Counterpart, line: MatchLine, points: number): Candidate {
  const { kind, customer_id, supplier_id, payment_ids, id, along } = one
  return {
    key: `${kind} ${id}`,
    kind,
    customer_id,
    tier: null,
    points,
    automatic: null,
    reasons: [
      {
        code: 'counterpart',
        words: `${wordsOf(one, line)}${one.reference ? ` ${one.reference}` : ''} of exactly this amount`,
      },
    ],
    parts: [
      {
        kind,
        amount: toDecimalString(wholeCents(line.amount - (along?.amount ?? 0))),
        counterpart_id: id,
        payment_ids,
        ...(customer_id === null ? {} : { customer_id }),
        ...(supplier_id === null ? {} : { supplier_id }),
      },
      ...(along ? [statementsPart(along)] : []),
    ],
    others: 0,
  }
}

function statementsPart({ ids, amount }: NonNullable<Counterpart['along']>): LinePart {
  const [first] = ids
  const part = { kind: 'commission' as const, amount: toDecimalString(amount), payment_ids: ids }
  return first === undefined ? part : { ...part, counterpart_id: first }
}

function wordsOf({ kind, along }: Counterpart, { amount }: MatchLine): string {
  if (along) return 'Paid to suppliers and partners'
  return kind === 'refund' && amount > 0 ? 'A refund that may have come back' : words[kind]
}

/** So many days may lie between a recorded payment and its line. */
export const RECORDED_DAYS = 5

/** Recorded payments of this amount, recorded within five days of the line. */
export function recordedNear(index: MatchIndex, line: MatchLine): RecordedPayment[] {
  const day = dayNumber(line.transaction_date)
  return (index.recorded.get(line.amount) ?? []).filter(
    ({ payment_date }) => Math.abs(dayNumber(payment_date) - day) <= RECORDED_DAYS,
  )
}

/** Links what somebody has recorded already. */
export function recordedCandidate(
  line: MatchLine,
  { payment_id, customer_id }: RecordedPayment,
  points: number,
): Candidate {
  const part = { kind: 'payment' as const, amount: toDecimalString(line.amount), customer_id }
  return {
    key: `payment ${payment_id}`,
    kind: 'payment',
    customer_id,
    tier: null,
    points,
    automatic: null,
    reasons: [{ code: 'counterpart', words: 'A recorded payment of exactly this amount' }],
    parts: [{ ...part, payment_ids: [payment_id] }],
    others: 0,
  }
}

/** Cash, cheques or card payments that were banked as one. */
export function depositCandidate(index: MatchIndex, line: MatchLine): Candidate[] {
  const day = dayNumber(line.transaction_date)
  const waiting = index.banked.filter(
    ({ payment_date, amount }) =>
      amount < line.amount && Math.abs(dayNumber(payment_date) - day) <= RECORDED_DAYS,
  )
  if (waiting.length < 2) return []
  const banked = onlySum(line.amount, waiting, ({ amount }) => amount)
  if (!banked) return []
  const payment_ids = banked.map(({ payment_id }) => payment_id)
  return [
    {
      key: `deposit ${payment_ids}`,
      kind: 'deposit',
      customer_id: null,
      tier: null,
      points: COUNTERPART,
      automatic: null,
      reasons: [
        { code: 'counterpart', words: `${banked.length} recorded payments add up to this` },
      ],
      parts: [{ kind: 'deposit', amount: toDecimalString(line.amount), payment_ids }],
      others: 0,
    },
  ]
}

const DISHONOUR_DAYS = 10

/** Money out that undoes a deposit of the last ten working days: somebody has to say so. */
export function dishonourCandidates(index: MatchIndex, line: MatchLine): Candidate[] {
  const since = addWorkingDays(line.transaction_date, -DISHONOUR_DAYS)
  const isSaid = textFields.some((field) =>
    /DISHON|REVERS|RETURN|BOUNCE/.test(plainKey(line[field])),
  )
  const kind: PartKind = 'dishonour'
  return index.facts.deposits
    .filter(
      (one) =>
        one.amount === -line.amount &&
        one.bankaccount_id === line.bankaccount_id &&
        one.date >= since &&
        one.date <= line.transaction_date,
    )
    .map(({ line_id, customer_id, payment_ids }) => ({
      key: `dishonour ${line_id}`,
      kind,
      customer_id,
      tier: null,
      points: isSaid ? NAMED : 20,
      automatic: null,
      reasons: [{ code: 'counterpart', words: 'A deposit of this amount came in shortly before' }],
      parts: [
        {
          kind,
          amount: toDecimalString(line.amount),
          customer_id,
          payment_ids,
          counterpart_id: line_id,
        },
      ],
      others: 0,
    }))
}
