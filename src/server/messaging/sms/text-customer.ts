import { Problem } from '#domain/kit/problem.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { stopOf } from '#server/messaging/checks/stop-of.ts'
import { customerNumbers } from './customer-mobile.ts'
import { checkedSms, queueSms } from './queue-sms.ts'
import { type ReadySms, readySms } from './sms-draft.ts'

interface CustomerText {
  kind: MessageKind
  customer_id: number
  invoice_id?: number | null | undefined
  contract_id?: number
  text: string
}

/**
 * What the program would tell a customer on the phone, where they have one that may be written to;
 * else what speaks against it, as the rest of a sentence.
 */
export async function textToCustomer(
  ctx: Context,
  conn: Conn,
  { invoice_id = null, ...told }: CustomerText,
): Promise<ReadySms | string> {
  const to = (await customerNumbers(conn, told.customer_id))?.mobile
  if (!to) return 'no mobile number is known'
  const draft = {
    purpose: 'service',
    tone: 'normal',
    is_by_hand: false,
    care_reason: null,
    may_repeat: true,
  } as const
  try {
    const now = ctx.clock.now()
    const sms = await readySms(conn, ctx.config, { ...draft, ...told, invoice_id, to }, now)
    const found = await stopOf(conn, checkedSms(sms), now)
    // At night it waits for the morning.
    return found && found.rule !== 'quiet_hours' ? found.reason : sms
  } catch (error) {
    // Nobody set text messages up here, or the number is none of ours to write to.
    if (error instanceof Problem) return speaksAgainst(error)
    throw error
  }
}

/** Tells it. Answers what speaks against it; null where it goes. */
export async function textCustomer(
  ctx: Context,
  conn: Conn,
  { key, ...told }: CustomerText & { key: string },
): Promise<string | null> {
  const sms = await textToCustomer(ctx, conn, told)
  if (typeof sms === 'string') return sms
  await queueSms(ctx, conn, sms, `${key} ${sms.to}`)
  return null
}

/** Why something was refused, as the rest of a sentence; of one field its own words say more. */
export function speaksAgainst({ message, detail }: Problem): string {
  const words = detail.errors?.[0]?.message ?? message
  return `${words.charAt(0).toLowerCase()}${words.slice(1).replace(/\.$/, '')}`
}
