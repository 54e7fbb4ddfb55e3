import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { careWords, DECEASED } from '#domain/messaging/checks/caring.ts'
import { stop } from '#domain/messaging/checks/stop.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { keepRefused } from '#server/messaging/checks/refuse-stopped.ts'
import { parkedReasons } from './parked-accounts.ts'

/** An invoice or an adjustment that somebody wants to remind of. */
interface OwedItem {
  customer_id: number
  is_held: boolean
  due_date: string | null
}

const CARE = sql<
  {
    required_for_medical: boolean
    in_hardship: boolean
    customer_type: string | null
    debits_frozen_reason: string | null
  },
  [customer_id: number]
>`select required_for_medical, in_hardship, customer_type, debits_frozen_reason
  from customers where id = $1`

const LAST_CONTACT = sql<{ at: string | null }, [customer_id: number]>`
  select max(at) as at from (select reminded_at as at from invoices
      where customer_id = $1 and deleted_at is null
    union all select reminded_at from adjustments
      where customer_id = $1 and deleted_at is null) x`

/** Why somebody is not reminded; where it is care that says so, it is evidence. */
export interface ReminderRefusal {
  reason: string
  isCare: boolean
}

const plainly = (reason: string): ReminderRefusal => ({ reason, isCare: false })
const outOfCare = (reason: string): ReminderRefusal => ({ reason, isCare: true })

/** Why the customer must not be asked for this again now; null when they may. */
export async function reminderRefusal(
  ctx: Context,
  conn: Conn,
  { customer_id, is_held, due_date }: OwedItem,
  care_reason?: string,
): Promise<ReminderRefusal | null> {
  // What a customer disputes is held until it is settled.
  if (is_held) return outOfCare('it is held')
  if (due_date && due_date >= todayOf(ctx))
    return plainly(`it is not due before ${formatDayShort(due_date)}`)
  const customer = await CARE.one(conn, customer_id)
  // Consumer care: whoever could be harmed is talked to, or reminded by a person who says why.
  const care = customer ? careWords(customer) : null
  if (care && !care_reason?.trim())
    return outOfCare(`${care} – talk to them in person, or say why they are reminded`)
  if (customer?.debits_frozen_reason === DECEASED)
    return outOfCare(`${DECEASED} – a manager looks after it`)
  const parked = (await parkedReasons(conn, [customer_id])).values().next().value
  if (parked) return plainly(`the account is parked: ${parked}`)
  const last = await lastContact(conn, customer_id)
  return last && (await isPausing(ctx, conn, customer_id))
    ? plainly(`the last contact was on ${formatDayShort(last)}`)
    : null
}

/** What somebody asked for by hand, and what it would have said. */
interface AskedReminder {
  customer_id: number
  /** Where it would have gone; nowhere where nothing is known. */
  contact: string | undefined
  what: string
  message: string | undefined
}

/** Refuses it; that care said so is kept, as it is of whatever else care keeps from a customer. */
export async function refuseReminder(
  ctx: Context,
  { reason, isCare }: ReminderRefusal,
  { what, message, contact = '', customer_id }: AskedReminder,
): Promise<never> {
  const text = [`Reminder of ${what}`, message].filter(Boolean).join('\n\n')
  if (isCare)
    await keepRefused(
      ctx,
      {
        ...{ id: null, channel: 'email', kind: 'reminder', purpose: 'service', tone: 'normal' },
        ...{ is_by_hand: true, care_reason: null, may_repeat: true, is_awaited: false },
        ...{ contact, subject: null, text, html: null },
        ...{ customer_id, invoice_id: null, contract_id: null },
      },
      stop('care', reason, ''),
    )
  throw notPossible('remind', reason)
}

/** Whether the customer heard from us about money only a few days ago. */
export async function isPausing(ctx: Context, conn: Conn, customer_id: number): Promise<boolean> {
  const last = await lastContact(conn, customer_id)
  const pause = await settingOf(conn, 'reminder_pause_days')
  return last !== null && todayOf(ctx) < addWorkingDays(last, pause)
}

/** The day, in Auckland, of the last reminder about anything a customer owes. */
async function lastContact(conn: Conn, customer_id: number): Promise<string | null> {
  const row = await LAST_CONTACT.one(conn, customer_id)
  return row?.at ? businessToday(Temporal.Instant.from(row.at)) : null
}
