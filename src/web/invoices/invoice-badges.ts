import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { Tone } from '#web/kit/frame/tone.ts'

export interface Badge {
  word: string
  tone: Tone
  explanation?: string | undefined
}

type Facts = Pick<
  Invoice,
  | 'invoice_status'
  | 'balance'
  | 'due_date'
  | 'discounted_date'
  | 'discounted_total_this_period'
  | 'undiscounted_total_this_period'
  | 'ppd_state'
  | 'is_held'
  | 'hold_reason'
  | 'delivery_problem'
  | 'superseded_by_id'
> &
  Partial<Pick<Invoice, 'has_late_fee' | 'written_off' | 'supplier_difference'>>

/** What is true of an invoice beside its status, the most pressing first; briefly in a list. */
export function badgesOf(row: Facts, today: string, isBrief = false): Badge[] {
  const isOut = row.invoice_status === 'invoiced'
  const badges: Badge[] = []
  const add = (word: string, tone: Tone, explanation?: string) =>
    badges.push({ word, tone, explanation })
  if (row.delivery_problem)
    add(isBrief ? 'Not sent' : 'Delivery problem', 'red', row.delivery_problem)
  const owed = new Exact(row.balance ?? '0')
  if (isOut && owed.gt(0) && row.due_date && row.due_date < today)
    add('Overdue', 'red', `Due on ${formatDayShort(row.due_date)}`)
  if (isOut && isPartlyPaid(row)) add('Partly paid', 'amber')
  if (new Exact(row.written_off ?? '0').gt(0)) add('Written off', 'gray')
  if (row.has_late_fee && !isBrief) add('Late fee', 'amber', 'A fee for paying it late is charged.')
  if (row.is_held) add('Held', 'amber', row.hold_reason ?? undefined)
  if (row.superseded_by_id)
    add(isBrief ? 'Redone' : 'Superseded', 'gray', 'Another invoice was made in its place.')
  const discount = isBrief && !isOut ? null : discountBadge(row, today, isBrief)
  if (discount) badges.push(discount)
  return badges
}

function isPartlyPaid(row: Facts): boolean {
  const owed = new Exact(row.balance ?? '0')
  const asked = row.ppd_state === 'lost' ? row.undiscounted_total_this_period : null
  const period = new Exact(asked ?? row.discounted_total_this_period ?? '0')
  const full = period.plus(row.supplier_difference ?? '0')
  return owed.gt(0) && owed.lt(full)
}

function discountBadge(row: Facts, today: string, isBrief: boolean): Badge | null {
  const stake = new Exact(row.undiscounted_total_this_period ?? '0').minus(
    row.discounted_total_this_period ?? '0',
  )
  if (stake.lte(0) || row.invoice_status === 'cancelled') return null
  if (row.ppd_state === 'earned') return { word: 'Discount earned', tone: 'petrol' }
  if (row.ppd_state === 'granted') return { word: 'Discount granted', tone: 'petrol' }
  if (row.ppd_state === 'lost') return { word: 'Discount lost', tone: 'gray' }
  const day = row.discounted_date
  if (!day || day < today) return null
  const word = `Discount open until ${formatDayShort(day).slice(0, 6)}`
  return isBrief
    ? { word: 'Discount', tone: 'petrol', explanation: word }
    : { word, tone: 'petrol' }
}
