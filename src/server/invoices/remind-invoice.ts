import { invoice } from '#domain/invoices/invoice.ts'
import { reminderSms, reminderValues } from '#domain/invoices/invoice-mail.ts'
import { PROMISED } from '#domain/messaging/checks/sensible.ts'
import { isPromised } from '#server/books/promised.ts'
import { reminderRefusal } from '#server/books/reminder-rules.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseThreat } from '#server/messaging/checks/refuse-threat.ts'
import { noWayToRemind, remindBySms } from '#server/messaging/sms/remind-by-sms.ts'
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
    const refusal =
      (await reminderRefusal(ctx, conn, row, input.reason)) ??
      ((await isPromised(conn, 'i', input.id)) ? PROMISED : null)
    if (refusal) throw notPossible('remind', refusal)
    const facts = await invoiceFacts(conn, input.id)
    const { message, announce_fee = true, reason: care_reason, isLook } = input
    const [contact] = openAddresses(facts)
    const own = { kind: 'reminder', customer_id: row.customer_id, words: message } as const
    if (!isLook) await refuseThreat(ctx, conn, { ...own, contact, care_reason })
    const late_fee = announce_fee ? await feeToAnnounce(conn, input.id) : null
    await sendReminder(ctx, conn, facts, { message, late_fee, step: null, care_reason })
    return { reminded_at: ctx.clock.now().toISOString() }
  })
}

/** The first, second or a later one of the organisation's reminders; by hand, it is a first one. */
async function placeOfStep(conn: Conn, step: number | null): Promise<number> {
  if (step === null) return 1
  const steps = await settingOf(conn, 'reminder_steps')
  return steps.filter((one) => one < step).length + 1
}

/** Queues the letter and notes the step, each step at most once. */
export async function sendReminder(
  ctx: Context,
  conn: Conn,
  facts: FoundInvoice,
  more: {
    message?: string | undefined
    late_fee: string | null
    /** Null where a person asks for it, who may say why. */
    step: number | null
    care_reason?: string | undefined
  },
): Promise<void> {
  const { id } = facts.invoice
  const open = openAddresses(facts)
  const key = more.step === null ? `${facts.invoice.version}` : `step ${more.step}`
  const { message, late_fee, care_reason } = more
  const is_by_hand = more.step === null
  const place = await placeOfStep(conn, more.step)
  for (const address of open) {
    const link = await makeInvoiceLink(ctx, conn, facts.invoice)
    await queueLetter(ctx, conn, {
      template: place === 1 ? 'reminder' : place === 2 ? 'reminder_2' : 'reminder_3',
      values: reminderValues({ facts, link, message, late_fee, place }),
      record_id: id,
      customer_id: facts.invoice.customer_id,
      invoice_id: id,
      to: address,
      attachment: invoicePage(facts),
      is_by_hand,
      care_reason,
      key: `reminder ${id} ${key} ${address}`,
    })
  }
  const noText = await remindBySms(ctx, conn, {
    customer_id: facts.invoice.customer_id,
    invoice_id: id,
    is_by_hand,
    care_reason: care_reason ?? null,
    words: async () => {
      const link = await makeInvoiceLink(ctx, conn, facts.invoice)
      // Beside a mail it is a pointer; alone it says what somebody wanted said.
      return reminderSms(facts, {
        link,
        late_fee,
        message: open.length === 0 ? message : undefined,
      })
    },
    key: `reminder sms ${id} ${key}`,
  })
  if (open.length === 0 && noText !== null) throw noWayToRemind(noText)
  if (more.step !== null) await NOTE_STEP.run(conn, ctx.actor.organisation_id, id, more.step)
}
