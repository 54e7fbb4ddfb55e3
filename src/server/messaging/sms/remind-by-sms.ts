import type { ReminderChannel } from '#domain/identity/reminder-plan.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { keepRefused } from '#server/messaging/checks/refuse-stopped.ts'
import { stopOf } from '#server/messaging/checks/stop-of.ts'
import { customerNumbers } from './customer-mobile.ts'
import { checkedSms, queueSms } from './queue-sms.ts'
import { readySms } from './sms-draft.ts'
import { speaksAgainst } from './text-customer.ts'

const WANTS = sql<{ wants: boolean }, [customer_id: number]>`
  select receive_sms_reminders as wants from customers where id = $1`

interface SmsReminder {
  customer_id: number
  invoice_id?: number
  adjustment_id?: number
  is_by_hand: boolean
  care_reason: string | null
  /** Nobody asked to send it yet. */
  isLook?: boolean | undefined
  /** Asked for only where somebody will read it. */
  words: () => Promise<string>
  key: string
}

/**
 * A reminder on the phone for customers who agreed to it: beside the mail, or alone where there is no
 * address for one. Answers what speaks against it; null where it goes.
 */
export async function remindBySms(
  ctx: Context,
  conn: Conn,
  asked: SmsReminder,
): Promise<string | null> {
  const { words, key, isLook, ...about } = asked
  const { customer_id } = about
  if (!(await WANTS.one(conn, customer_id))?.wants)
    return 'they have not agreed to reminders by SMS'
  const to = (await customerNumbers(conn, customer_id))?.mobile
  if (!to) return 'no mobile number is known'
  const draft = {
    kind: 'reminder',
    purpose: 'service',
    tone: 'normal',
    may_repeat: true,
    invoice_id: null,
    ...about,
    to,
  } as const
  try {
    const now = ctx.clock.now()
    const sms = await readySms(conn, ctx.config, { ...draft, text: await words() }, now)
    const found = await stopOf(conn, checkedSms(sms), now)
    if (found && found.rule !== 'quiet_hours') {
      if (about.is_by_hand && !isLook) await keepRefused(ctx, checkedSms(sms), found)
      return found.reason
    }
    await queueSms(ctx, conn, sms, key)
    return null
  } catch (error) {
    // Nobody set text messages up here, or the number is none of ours to write to.
    if (error instanceof Problem) return speaksAgainst(error)
    throw error
  }
}

interface ReminderWays {
  /** Where a mail may go. */
  addresses: readonly string[]
  mail(to: string): Promise<unknown>
  /** Answers what speaks against it; alone it says what the mail would have said. */
  text(isAlone: boolean): Promise<string | null>
}

/** Reminds by the way that the step has: by mail, by text message, by both, or by what can go. */
export async function remindBy(
  channel: ReminderChannel,
  { addresses, mail, text }: ReminderWays,
): Promise<void> {
  const isTextFirst = channel === 'sms'
  if (channel === 'email' && addresses.length === 0) throw noAddressToRemind()
  const noText =
    channel === 'email'
      ? 'this reminder goes by email alone'
      : await text(isTextFirst || addresses.length === 0)
  const mailed = isTextFirst && noText === null ? [] : addresses
  if (mailed.length === 0 && noText !== null) throw noWayToRemind(noText)
  for (const to of mailed) await mail(to)
}

const noWayToRemind = (noText: string): Problem =>
  notPossible(
    'remind',
    `there is no email address, and no text message can go: ${noText}`,
    'Add an address, note that they agreed to reminders by SMS, or ring them.',
  )

const noAddressToRemind = (): Problem =>
  notPossible(
    'remind',
    'there is no email address, and this reminder goes by email alone',
    'Add an address, let the step go by text message too, or ring them.',
  )
