import { rateNoticeSms } from '#domain/contracts/rate-notice.ts'
import { stepByHand } from '#domain/identity/reminder-plan.ts'
import { reminderPlans } from '#server/identity/reminder-plans.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { ReadySms } from '#server/messaging/sms/sms-draft.ts'
import { textToCustomer } from '#server/messaging/sms/text-customer.ts'
import { type AnnouncedUpdate, noticeOf } from './announced-update.ts'
import { type RateSide, sellSide } from './rate-side.ts'

/** How a customer is told of new rates; or why they are not. */
export type NoticeWay =
  | { channel: 'email'; to: string }
  | { channel: 'sms'; to: string; sms: ReadySms }
  | { channel: null; to: null; obstacle: string }

interface NoticeRequest {
  side: RateSide
  /** Those as well who were told already. */
  again?: boolean | undefined
}

/**
 * By mail; on the phone where no mail can go, or where reminders of their class go there first and
 * they agreed to that.
 */
export async function noticeWays(
  ctx: Context,
  conn: Conn,
  updates: readonly AnnouncedUpdate[],
  { side, again = false }: NoticeRequest,
): Promise<{ update: AnnouncedUpdate; way: NoticeWay }[]> {
  const planOf = await reminderPlans(conn)
  const ways: { update: AnnouncedUpdate; way: NoticeWay }[] = []
  for (const update of updates) {
    const obstacle = untold(side, update, again)
    const isTextFirst = update.receive_sms_reminders && stepByHand(planOf(update)).channel === 'sms'
    const way = obstacle
      ? { channel: null, to: null, obstacle }
      : await wayTo(ctx, conn, side, update, isTextFirst)
    ways.push({ update, way })
  }
  return ways
}

async function wayTo(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  update: AnnouncedUpdate,
  isTextFirst: boolean,
): Promise<NoticeWay> {
  const { email, is_opted_out, customer_id, contract_id } = update
  const mail = email && !is_opted_out ? { channel: 'email' as const, to: email } : null
  if (mail && !isTextFirst) return mail
  const text = rateNoticeSms(noticeOf(side, update))
  const told = { kind: 'rate_notice', customer_id, contract_id, text } as const
  const sms = await textToCustomer(ctx, conn, told)
  if (typeof sms !== 'string') return { channel: 'sms', to: sms.to, sms }
  if (mail) return mail
  const noMail = is_opted_out ? 'Opted out of emails' : 'No email address'
  const obstacle = `${noMail}, and no text message can go: ${sms}.`
  return { channel: null, to: null, obstacle }
}

/** Why nobody is told, by whatever way. */
function untold(side: RateSide, update: AnnouncedUpdate, again: boolean): string | null {
  // At our own rates, what the supplier charges us is our cost: nobody is told of it.
  if (side !== sellSide && !update.simple_invoicing) return 'Pays our rates, not the supplier’s.'
  if (update.deleted_at) return 'It was taken back.'
  return update.notice_sent_at && !again ? 'Has been told already.' : null
}
