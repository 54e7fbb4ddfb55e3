import { type PlannedStep, wordsAt } from '#domain/identity/reminder-plan.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { reminderSms, reminderValues } from '#domain/invoices/invoice-mail.ts'
import { PROMISED } from '#domain/messaging/checks/sensible.ts'
import { isPromised } from '#server/books/promised.ts'
import { stepByHandOf } from '#server/books/reminder-job.ts'
import { refuseReminder, reminderRefusal } from '#server/books/reminder-rules.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseThreat } from '#server/messaging/checks/refuse-threat.ts'
import { remindBy, remindBySms } from '#server/messaging/sms/remind-by-sms.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { type FoundInvoice, invoiceFacts, invoicePage, openAddresses } from './invoice-facts.ts'
import { makeInvoiceLink } from './invoice-link.ts'

interface ReminderRequest extends ActionRequest {
  message?: string | undefined
  announce_fee?: boolean | undefined
  /** Nobody asked to send it yet: what speaks against it is shown with it. */
  isLook?: boolean | undefined
}

// One that was billed already is on the page of the invoice that bills it.
const FEE = sql<{ amount: string }, [about_invoice: number]>`
  select amount::text from pending_charges where about_invoice_id = $1
    and charge_type = 'late_fee' and dropped_at is null and invoice_id is null`

/** The fee that waits for the next invoice, and a reminder may tell of. */
export async function feeToAnnounce(conn: Conn, invoice_id: number): Promise<string | null> {
  return (await FEE.one(conn, invoice_id))?.amount ?? null
}

const NOTE_STEP = sql<never, [organisation_id: number | null, invoice_id: number, step: number]>`
  insert into reminders (organisation_id, invoice_id, step, outcome) values ($1, $2, $3, 'sent')`

/** Reminds a customer, unless care or a recent contact forbids it. */
export async function remindInvoice(
  ctx: Context,
  conn: Conn,
  input: ReminderRequest,
): Promise<Written<typeof invoice>> {
  return transition(ctx, conn, invoice, 'remind', input, async ({ row }) => {
    const { customer_id } = row
    const facts = await invoiceFacts(conn, input.id)
    const [contact] = openAddresses(facts)
    const refusal = await reminderRefusal(ctx, conn, row, input.reason)
    if (refusal && input.isLook) throw notPossible('remind', refusal.reason)
    if (refusal) {
      const { message } = input
      const what = `invoice ${row.invoice_number}`
      await refuseReminder(ctx, refusal, { customer_id, contact, what, message })
    }
    if (await isPromised(conn, 'i', input.id)) throw notPossible('remind', PROMISED)
    const step = await stepByHandOf(conn, customer_id)
    const { message, announce_fee = step.tells_fee, reason: care_reason, isLook } = input
    const own = { kind: 'reminder', customer_id, words: message } as const
    if (!isLook) await refuseThreat(ctx, conn, { ...own, contact, care_reason })
    const late_fee = announce_fee ? await feeToAnnounce(conn, input.id) : null
    const by = { is_by_hand: true, care_reason, isLook }
    await sendReminder(ctx, conn, facts, { message, late_fee, step, ...by })
    return { reminded_at: ctx.clock.now().toISOString() }
  })
}

interface ReminderLetter {
  message?: string | undefined
  late_fee: string | null
  step: PlannedStep
  /** A person asks for it, who may say why. */
  is_by_hand: boolean
  care_reason?: string | undefined
  isLook?: boolean | undefined
}

/** Queues the letter and notes the step, each step at most once. */
export async function sendReminder(
  ctx: Context,
  conn: Conn,
  facts: FoundInvoice,
  letter: ReminderLetter,
): Promise<void> {
  const { id } = facts.invoice
  const { step, is_by_hand } = letter
  const key = is_by_hand ? `${facts.invoice.version}` : `step ${step.days}`
  await remindBy(step.channel, {
    addresses: openAddresses(facts),
    mail: (to) => mailReminder(ctx, conn, facts, { ...letter, key, to }),
    text: (isAlone) => textReminder(ctx, conn, facts, { ...letter, key, isAlone }),
  })
  if (!is_by_hand) await NOTE_STEP.run(conn, ctx.actor.organisation_id, id, step.days)
}

async function mailReminder(
  ctx: Context,
  conn: Conn,
  facts: FoundInvoice,
  {
    step,
    message,
    late_fee,
    key,
    to,
    isLook: _,
    ...by
  }: ReminderLetter & { key: string; to: string },
): Promise<void> {
  const { id, customer_id } = facts.invoice
  const { template, place } = step
  const link = await makeInvoiceLink(ctx, conn, facts.invoice)
  const isOwn = typeof template === 'number'
  await queueLetter(ctx, conn, {
    template: isOwn ? wordsAt(place) : template,
    ...(isOwn ? { chosen: template } : {}),
    values: reminderValues({ facts, link, message, late_fee, place }),
    record_id: id,
    customer_id,
    invoice_id: id,
    to,
    attachment: invoicePage(facts),
    ...by,
    key: `reminder ${id} ${key} ${to}`,
  })
}

/** Answers why no text message goes; null where one does. */
function textReminder(
  ctx: Context,
  conn: Conn,
  facts: FoundInvoice,
  { message, late_fee, key, isAlone, ...by }: ReminderLetter & { key: string; isAlone: boolean },
): Promise<string | null> {
  const { id, customer_id } = facts.invoice
  return remindBySms(ctx, conn, {
    customer_id,
    invoice_id: id,
    is_by_hand: by.is_by_hand,
    care_reason: by.care_reason ?? null,
    isLook: by.isLook,
    words: async () => {
      const link = await makeInvoiceLink(ctx, conn, facts.invoice)
      // Beside a mail it is a pointer; alone it says what somebody wanted said.
      return reminderSms(facts, { link, late_fee, message: isAlone ? message : undefined })
    },
    key: `reminder sms ${id} ${key}`,
  })
}
