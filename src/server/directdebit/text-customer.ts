import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { stopOf } from '#server/messaging/checks/stop-of.ts'
import { customerNumbers } from '#server/messaging/sms/customer-mobile.ts'
import { checkedSms, queueSms } from '#server/messaging/sms/queue-sms.ts'
import { readySms } from '#server/messaging/sms/sms-draft.ts'

interface DebitText {
  customer_id: number
  invoice_id?: number | null | undefined
  text: string
  key: string
}

/** Told on the phone, where no email can go; false where that cannot be done either. */
export async function textCustomer(
  ctx: Context,
  conn: Conn,
  { customer_id, invoice_id = null, text, key }: DebitText,
): Promise<boolean> {
  const to = (await customerNumbers(conn, customer_id))?.mobile
  if (!to) return false
  const draft = {
    kind: 'direct_debit',
    purpose: 'service',
    tone: 'normal',
    is_by_hand: false,
    care_reason: null,
    may_repeat: true,
    customer_id,
    invoice_id,
    to,
    text,
  } as const
  try {
    const now = ctx.clock.now()
    const sms = await readySms(conn, ctx.config, draft, now)
    const found = await stopOf(conn, checkedSms(sms), now)
    // At night it waits for the morning.
    if (found && found.rule !== 'quiet_hours') return false
    await queueSms(ctx, conn, sms, `${key} ${to}`)
    return true
  } catch (error) {
    // Nobody set text messages up here, or the number is none of ours to write to.
    if (error instanceof Problem) return false
    throw error
  }
}
