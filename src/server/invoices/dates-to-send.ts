import type { Invoice } from '#domain/invoices/invoice.ts'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import { addDays, dayNumber } from '#domain/kit/day-number.ts'
import { addWorkingDays, nextWorkingDay } from '#domain/kit/working-day.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

type Dates = Pick<Invoice, 'due_date' | 'discounted_date'>

/**
 * Nothing arrives late: one approved days ago whose dates have come near is sent with new ones, which
 * leave the customer as many days as there were at approval.
 */
export async function datesToSend(
  ctx: Context,
  conn: Conn,
  row: Invoice,
  isMoved: boolean,
): Promise<Partial<Dates>> {
  const today = todayOf(ctx)
  const approved = row.approved_at && businessToday(Temporal.Instant.from(row.approved_at))
  if (!approved || approved >= today) return {}
  if (isMoved) return moved(row, dayNumber(today) - dayNumber(approved))
  const earliest = addWorkingDays(today, await settingOf(conn, 'least_days_to_pay'))
  const near = [row.discounted_date, row.due_date].find((day) => day && day < earliest)
  if (!near) return {}
  throw notPossible(
    'send',
    `it was approved on ${formatDayShort(approved)} and asks for money by ${formatDayShort(near)}`,
    'Send it with new dates.',
  )
}

function moved({ due_date, discounted_date }: Dates, days: number): Dates {
  const later = (day: string | null) => day && nextWorkingDay(addDays(day, days))
  return { due_date: later(due_date), discounted_date: later(discounted_date) }
}
