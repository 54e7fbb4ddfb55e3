import { addDays, daysIn, monthEnd, nextMonthStart } from '#domain/kit/day-number.ts'
import { addMonths, DEMO_TODAY, dayOf } from './demo-time.ts'
import type { DemoRow } from './store-rows.ts'

/** One contract of a chain over the same connections. */
export interface Term {
  status: 'draft' | 'offered' | 'active' | 'cancelled' | 'ended'
  date_start: string
  date_end: string | null
  is_open_plan?: boolean
  is_locked?: boolean
  welcome_credit_amount?: string
}

const LAST_MONTH_END = '2026-10-31'
const MOVING = 'Siosaia Tupou and ‘Ana Tupou'

// Dealt out in turn to customers with a contract in force, so that every badge can be seen.
const shapes: readonly ((first: string) => Term[])[] = [
  (first) => chain(first, monthEnd(addMonths(DEMO_TODAY, 14)), 24),
  (first) => chain(first, '2026-11-30', 12),
  (first) => chain(first, '2026-08-31', 12, { is_open_plan: true }),
  (first) => chain(first, monthEnd(addMonths(DEMO_TODAY, 9)), 24, { is_locked: true }),
  (first) => chain(first, '2026-12-31', 12),
  (first) => [{ status: 'active', date_start: first, date_end: null, is_open_plan: true }],
  (first) => renewed(chain(first, '2026-11-30', 12)),
  (first) => chain(first, '2027-01-31', 24),
  (first) => chain(first, monthEnd(addMonths(DEMO_TODAY, 20)), 24),
]

/** The contracts a customer has had, the oldest first; `turn` counts within the customers of a kind. */
export function termsFor({ input, at }: DemoRow, turn: number): Term[] {
  const first = nextMonthStart(addDays(dayOf(at), 9))
  if (input.customer_status === 'prospect') return [asked(turn)]
  if (input.customer_status === 'active') {
    if (input.name === MOVING)
      return [{ status: 'cancelled', date_start: first, date_end: '2026-12-14' }]
    const shape = shapes[turn % shapes.length]
    return shape ? shape(first) : []
  }
  const last = addMonths(first, 11) < LAST_MONTH_END ? addMonths(first, 11) : '2026-10-20'
  if (turn % 2 === 0) return [{ status: 'ended', date_start: first, date_end: monthEnd(last) }]
  return [
    { status: 'cancelled', date_start: first, date_end: addDays(first, daysIn(first, last) - 9) },
  ]
}

/** What was only asked for starts with one of the coming months. */
function asked(turn: number): Term {
  const date_start = turn % 3 === 0 ? '2027-01-01' : '2026-12-01'
  const date_end = addDays(addMonths(date_start, turn % 2 === 0 ? 24 : 12), -1)
  return { status: turn % 2 === 0 ? 'offered' : 'draft', date_start, date_end }
}

/** A contract up to a day, and whatever lay between the customer's first day and its start. */
function chain(first: string, end: string, months: number, more: Partial<Term> = {}): Term[] {
  const start = addMonths(addDays(end, 1), -months)
  // Too young for that end: a contract that began when the customer came.
  if (daysIn(first, end) < 150) {
    const date_end = addDays(addMonths(first, months), -1)
    const welcome = first > '2026-09-30' ? { welcome_credit_amount: '150.00' } : {}
    return [
      { status: 'active', date_start: first, date_end, ...more, is_open_plan: false, ...welcome },
    ]
  }
  if (daysIn(first, start) < 60)
    return [{ status: 'active', date_start: first, date_end: end, ...more }]
  return [
    { status: 'ended', date_start: first, date_end: addDays(start, -1) },
    { status: 'active', date_start: start, date_end: end, ...more },
  ]
}

/** The next contract is agreed and waits for the end of this one, unless that is far away. */
function renewed(terms: Term[]): Term[] {
  const last = terms.at(-1)
  if (!last?.date_end || last.date_end > '2026-12-31') return terms
  const date_start = addDays(last.date_end, 1)
  const date_end = addDays(addMonths(date_start, 24), -1)
  return [...terms, { status: 'active', date_start, date_end }]
}
