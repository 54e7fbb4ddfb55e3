import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { refuseStopped } from './refuse-stopped.ts'

/** What a person wants said beside a document, and to whom. */
interface OwnWords {
  kind: MessageKind
  customer_id: number
  /** Where it goes first; nobody reads the words where it goes nowhere. */
  contact: string | undefined
  words: string | undefined
  /** Why they remind somebody who is cared for. */
  care_reason?: string | undefined
}

/**
 * Refuses words that must not be written to who is cared for, while their writer is still there. The
 * document itself may be about to become what the other checks want of it: they are asked as it leaves.
 */
export async function refuseThreat(
  ctx: Context,
  conn: Conn,
  { kind, customer_id, contact, words, care_reason }: OwnWords,
): Promise<void> {
  if (!words || contact === undefined) return
  await refuseStopped(ctx, conn, {
    ...{ id: null, channel: 'email', kind, purpose: 'service', tone: 'normal' },
    ...{ is_by_hand: true, care_reason: care_reason ?? null, may_repeat: true, is_awaited: false },
    ...{ contact, subject: null, text: words, html: null },
    ...{ customer_id, invoice_id: null, contract_id: null },
  })
}
