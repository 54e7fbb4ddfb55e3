import type { DebitCause } from '#domain/directdebit/provider-words.ts'
import type { ProviderDebitStatus } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

/** What the event said that ended a debit or an authority. */
export interface EndingEvent {
  cause: DebitCause | null
  origin: string | null
  description: string | null
  will_attempt_retry: boolean
  happened_at: string
}

const ENDING = sql<EndingEvent, [resource_id: string, actions: readonly string[]]>`
  select cause, origin, description, will_attempt_retry, happened_at from ddevents
  where resource_id = $1 and action = any($2) order by happened_at desc, id desc limit 1`

const ends: Partial<Record<ProviderDebitStatus, readonly string[]>> = {
  failed: ['failed', 'customer_approval_denied'],
  customer_approval_denied: ['customer_approval_denied', 'failed'],
  charged_back: ['charged_back'],
}

/**
 * Why a debit was not honoured. Any event may be the one by which we see that it was not, and only one
 * of them knows the reason: null until that has come, undefined where nothing needs one.
 */
export async function whyNotHonoured(
  conn: Conn,
  { id, status }: { id: string; status: ProviderDebitStatus },
): Promise<EndingEvent | null | undefined> {
  const actions = ends[status]
  return actions ? ((await ENDING.one(conn, id, actions)) ?? null) : undefined
}

const mandateEnds = ['cancelled', 'failed', 'expired', 'consumed', 'blocked']

/** Who ended an authority, and why; null until the event that says it has come. */
export const whyEnded = async (conn: Conn, mandate_id: string): Promise<EndingEvent | null> =>
  (await ENDING.one(conn, mandate_id, mandateEnds)) ?? null
