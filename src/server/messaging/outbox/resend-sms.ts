import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { refuseStopped } from '../checks/refuse-stopped.ts'
import { withFreshLinks } from '../sms/file-links.ts'
import { checkedSms, queueSms } from '../sms/queue-sms.ts'
import { readySms } from '../sms/sms-draft.ts'

/** A text message that is to leave once more. */
export interface RepeatedSms {
  kind: MessageKind
  purpose: MessagePurpose
  tone: MessageTone
  to: string
  text: string
  customer_id: number | null
  invoice_id: number | null
  adjustment_id: number | null
  /** Of a stranger’s number there is no customer to find it by. */
  thread_id: number | null
  supplier_id: number | null
  partner_id: number | null
  parent_id: number
  file_ids: readonly number[]
  key: string
  /** Only looked at: what speaks against it is shown with it. */
  isLook: boolean
}

/** The same words to a phone once more: made ready and asked about as if they were new. */
export async function resendSms(
  ctx: Context,
  conn: Conn,
  { key, isLook, file_ids, ...repeated }: RepeatedSms,
): Promise<number | undefined> {
  const { parent_id, thread_id, supplier_id, partner_id, ...words } = repeated
  // Whoever sends it again knows that these are the same words.
  const text = await withFreshLinks(ctx, conn, words.text, file_ids)
  const draft = { ...words, text, is_by_hand: true, care_reason: null, may_repeat: true }
  const sms = await readySms(conn, ctx.config, draft, ctx.clock.now())
  if (!isLook) await refuseStopped(ctx, conn, checkedSms(sms))
  const origin = { parent_id, thread_id, supplier_id, partner_id, file_ids }
  return queueSms(ctx, conn, sms, key, origin)
}
