import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { adjustmentReminderSms, adjustmentReminderValues } from '#domain/books/adjustment-mail.ts'
import type { PlannedStep, ReminderChannel } from '#domain/identity/reminder-plan.ts'
import { PROMISED } from '#domain/messaging/checks/sensible.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseThreat } from '#server/messaging/checks/refuse-threat.ts'
import { remindBy, remindBySms } from '#server/messaging/sms/remind-by-sms.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { customerOf } from './adjustment-owner.ts'
import { isPromised } from './promised.ts'
import { stepByHandOf } from './reminder-job.ts'
import { refuseReminder, reminderRefusal } from './reminder-rules.ts'
import { addressesOf, READER } from './tell-adjustment.ts'

interface ReminderRequest extends ActionRequest {
  message?: string | undefined
  /** The step of the customer's reminders; none where somebody reminds by hand. */
  step?: PlannedStep
  /** Nobody asked to send it yet. */
  isLook?: boolean | undefined
}

const NOTE_STEP = sql<never, [organisation_id: number | null, adjustment_id: number, step: number]>`
  insert into reminders (organisation_id, adjustment_id, step, outcome)
  values ($1, $2, $3, 'sent')`

/** Reminds a customer of what they owe without an invoice, as carefully as of one. */
export function remindAdjustment(
  ctx: Context,
  conn: Conn,
  input: ReminderRequest,
): Promise<Written<typeof adjustment>> {
  const { step, message, isLook = false, ...asked } = input
  return transition(ctx, conn, adjustment, 'remind', asked, async ({ row, version }) => {
    const customer_id = customerOf(row)
    const refusal = await reminderRefusal(ctx, conn, { ...row, customer_id }, asked.reason)
    if (refusal && (step || isLook)) throw notPossible('remind', refusal.reason)
    if (refusal) {
      const reader = await READER.one(conn, customer_id)
      const [contact] = reader ? addressesOf(reader) : []
      const what = `adjustment ${row.adjustment_number}`
      await refuseReminder(ctx, refusal, { customer_id, contact, what, message })
    }
    if (await isPromised(conn, 'a', row.id)) throw notPossible('remind', PROMISED)
    const { channel } = step ?? (await stepByHandOf(conn, customer_id))
    const key = step ? `step ${step.days}` : `${version}`
    const by = { channel, is_by_hand: step === undefined, care_reason: asked.reason }
    await sendReminder(ctx, conn, row, { message, key, ...by })
    if (step) await NOTE_STEP.run(conn, ctx.actor.organisation_id, row.id, step.days)
    return { reminded_at: ctx.clock.now().toISOString() }
  })
}

interface ReminderWords {
  message: string | undefined
  key: string
  channel: ReminderChannel
  is_by_hand: boolean
  care_reason: string | undefined
}

/** By the way of its step; a text message only to who agreed to it. */
async function sendReminder(
  ctx: Context,
  conn: Conn,
  row: Adjustment,
  { message, key, channel, is_by_hand, care_reason }: ReminderWords,
): Promise<void> {
  const customer_id = customerOf(row)
  const reader = await READER.one(conn, customer_id)
  if (!reader) return
  const { broker, customer, bank_account_name, bank_account_number } = reader
  const addresses = addressesOf(reader)
  const own = { kind: 'reminder', customer_id, words: message, contact: addresses[0] } as const
  await refuseThreat(ctx, conn, { ...own, care_reason })
  const account = { bank_account_name, bank_account_number }
  const values = adjustmentReminderValues({ broker, customer, ...account, row, message })
  const about = { customer_id, adjustment_id: row.id, is_by_hand }
  await remindBy(channel, {
    addresses,
    mail: (to) =>
      queueLetter(ctx, conn, {
        ...about,
        template: 'adjustment_reminder',
        values,
        record_id: row.id,
        to,
        care_reason,
        key: `adjustment reminder ${row.id} ${key} ${to}`,
      }),
    text: (isAlone) => {
      const said = { row, bank_account_number, message: isAlone ? message : undefined }
      return remindBySms(ctx, conn, {
        ...about,
        care_reason: care_reason ?? null,
        words: async () => adjustmentReminderSms(said),
        key: `adjustment reminder sms ${row.id} ${key}`,
      })
    },
  })
}
