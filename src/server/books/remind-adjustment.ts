import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { adjustmentReminderValues } from '#domain/books/adjustment-mail.ts'
import { PROMISED } from '#domain/messaging/checks/sensible.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { customerOf } from './adjustment-owner.ts'
import { isPromised } from './promised.ts'
import { reminderRefusal } from './reminder-rules.ts'
import { addressesOf, READER } from './tell-adjustment.ts'

interface ReminderRequest extends ActionRequest {
  message?: string | undefined
  /** The step of the organisation's reminders; none where somebody reminds by hand. */
  step?: number
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
  const { step, message, ...asked } = input
  return transition(ctx, conn, adjustment, 'remind', asked, async ({ row, version }) => {
    const refusal = await reminderObstacle(ctx, conn, row, asked.reason)
    if (refusal) throw notPossible('remind', refusal)
    const is_by_hand = step === undefined
    const key = is_by_hand ? `${version}` : `step ${step}`
    await mailReminder(ctx, conn, row, { message, key, is_by_hand, care_reason: asked.reason })
    if (step !== undefined) await NOTE_STEP.run(conn, ctx.actor.organisation_id, row.id, step)
    return { reminded_at: ctx.clock.now().toISOString() }
  })
}

/** Why the customer cannot be reminded of it now; null when they can. */
export async function reminderObstacle(
  ctx: Context,
  conn: Conn,
  row: Adjustment,
  care_reason?: string,
): Promise<string | null> {
  const customer_id = customerOf(row)
  const refusal = await reminderRefusal(ctx, conn, { ...row, customer_id }, care_reason)
  if (refusal) return refusal
  if (await isPromised(conn, 'a', row.id)) return PROMISED
  const reader = await READER.one(conn, customer_id)
  return reader && addressesOf(reader).length > 0 ? null : 'there is no email address'
}

interface ReminderWords {
  message: string | undefined
  key: string
  is_by_hand: boolean
  care_reason: string | undefined
}

async function mailReminder(
  ctx: Context,
  conn: Conn,
  row: Adjustment,
  { message, key, is_by_hand, care_reason }: ReminderWords,
): Promise<void> {
  const reader = await READER.one(conn, customerOf(row))
  if (!reader) return
  const { broker, customer, bank_account_name, bank_account_number } = reader
  const account = { bank_account_name, bank_account_number }
  const values = adjustmentReminderValues({ broker, customer, ...account, row, message })
  for (const to of addressesOf(reader))
    await queueLetter(ctx, conn, {
      template: 'adjustment_reminder',
      values,
      record_id: row.id,
      customer_id: row.customer_id,
      adjustment_id: row.id,
      to,
      is_by_hand,
      care_reason,
      key: `adjustment reminder ${row.id} ${key} ${to}`,
    })
}
