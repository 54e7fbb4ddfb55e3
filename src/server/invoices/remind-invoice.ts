import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { reminderMail } from '#domain/invoices/invoice-mail.ts'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { parkedReasons } from '#server/books/parked-accounts.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type FoundInvoice, invoiceFacts, openAddresses } from './invoice-facts.ts'
import { makeInvoiceLink } from './invoice-link.ts'

interface ReminderRequest extends ActionRequest {
  message?: string | undefined
}

const CARE = sql<
  { required_for_medical: boolean; customer_type: string | null },
  [customer_id: number]
>`select required_for_medical, customer_type from customers where id = $1`

const LAST_CONTACT = sql<{ at: string | null }, [customer_id: number]>`
  select max(reminded_at) as at from invoices where customer_id = $1 and deleted_at is null`

const NOTE_STEP = sql<never, [organisation_id: number | null, invoice_id: number, step: number]>`
  insert into reminders (organisation_id, invoice_id, step, outcome) values ($1, $2, $3, 'sent')`

/** Reminds a customer, unless care or a recent contact forbids it. */
export async function remindInvoice(
  ctx: Context,
  conn: Conn,
  input: ReminderRequest,
): Promise<Written<typeof invoice>> {
  return transition(ctx, conn, invoice, 'remind', input, async ({ row }) => {
    const refusal = await reminderRefusal(ctx, conn, row)
    if (refusal) throw notPossible('remind', refusal)
    const facts = await invoiceFacts(conn, input.id)
    await sendReminder(ctx, conn, facts, { message: input.message, late_fee: null, step: null })
    return { reminded_at: ctx.clock.now().toISOString() }
  })
}

/** Why this invoice must not be asked for again now; null when it may. */
export async function reminderRefusal(
  ctx: Context,
  conn: Conn,
  { customer_id, is_held, due_date }: Pick<Invoice, 'customer_id' | 'is_held' | 'due_date'>,
): Promise<string | null> {
  if (is_held) return 'it is held'
  if (due_date && due_date >= todayOf(ctx))
    return `it is not due before ${formatDayShort(due_date)}`
  const customer = await CARE.one(conn, customer_id)
  // Consumer care: who depends on power for medical reasons is talked to, not reminded.
  if (customer?.required_for_medical && customer.customer_type !== 'commercial')
    return 'the customer needs power for medical reasons – talk to them in person'
  const parked = (await parkedReasons(conn, [customer_id])).values().next().value
  if (parked) return `the account is parked: ${parked}`
  const last = await lastContact(conn, customer_id)
  return last && (await isPausing(ctx, conn, customer_id))
    ? `the last contact was on ${formatDayShort(last)}`
    : null
}

/** Whether the customer heard from us about money only a few days ago. */
export async function isPausing(ctx: Context, conn: Conn, customer_id: number): Promise<boolean> {
  const last = await lastContact(conn, customer_id)
  const pause = await settingOf(conn, 'reminder_pause_days')
  return last !== null && todayOf(ctx) < addWorkingDays(last, pause)
}

/** The day, in Auckland, of the last reminder about any invoice of a customer. */
async function lastContact(conn: Conn, customer_id: number): Promise<string | null> {
  const row = await LAST_CONTACT.one(conn, customer_id)
  return row?.at ? businessToday(Temporal.Instant.from(row.at)) : null
}

/** Queues the letter and notes the step, each step at most once. */
export async function sendReminder(
  ctx: Context,
  conn: Conn,
  facts: FoundInvoice,
  more: { message?: string | undefined; late_fee: string | null; step: number | null },
): Promise<void> {
  const { id } = facts.invoice
  const open = openAddresses(facts)
  if (open.length === 0) throw notPossible('remind', 'there is no email address')
  const key = more.step === null ? `${facts.invoice.version}` : `step ${more.step}`
  for (const address of open) {
    const link = await makeInvoiceLink(ctx, conn, facts.invoice)
    const mail = reminderMail({ facts, link, message: more.message, late_fee: more.late_fee })
    await queueMail(conn, { to: address, ...mail, key: `reminder ${id} ${key} ${address}` })
  }
  if (more.step !== null) await NOTE_STEP.run(conn, ctx.actor.organisation_id, id, more.step)
}
