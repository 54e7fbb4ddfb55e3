import type { DebitCause } from '#domain/directdebit/provider-words.ts'
import type { ProviderDebit, ProviderDebitStatus } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { dayOf } from './stored-events.ts'

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

/** What events have said of a debit, as far as it matters for where it stands. */
export interface SaidOfDebit {
  /** Why it was not honoured. */
  why: EndingEvent | undefined
  /** The day on which the money was there, as the provider says. */
  collected_date: string | undefined
}

/**
 * Any event may be the one by which we see how a debit stands, and only one of them knows why it was
 * not honoured, or when it was collected ahead of its day: null until that one has come.
 */
export async function saidOfDebit(
  ctx: Context,
  conn: Conn,
  { id, status, charge_date }: Pick<ProviderDebit, 'id' | 'status' | 'charge_date'>,
): Promise<SaidOfDebit | null> {
  const actions = ends[status]
  const why = actions && (await ENDING.one(conn, id, actions))
  if (actions && !why) return null
  const isCollected = hasArrived.includes(status)
  const collected = isCollected ? await COLLECTED.one(conn, id) : undefined
  if (isCollected && !collected && charge_date > todayOf(ctx)) return null
  return { why, collected_date: collected && dayOf(collected) }
}

const hasArrived: readonly ProviderDebitStatus[] = ['confirmed', 'paid_out', 'charged_back']

// One that was collected, failed and was tried again was collected on the last of its days.
const COLLECTED = sql<{ happened_at: string }, [resource_id: string]>`
  select happened_at from ddevents where resource_id = $1 and action in ('confirmed', 'paid_out')
  order by action, happened_at desc limit 1`

/** The last time that it was not honoured, whatever has become of it since. */
export const lastFailure = (conn: Conn, id: string): Promise<EndingEvent | undefined> =>
  ENDING.one(conn, id, ['failed'])

const mandateEnds = ['cancelled', 'failed', 'expired', 'consumed', 'blocked']

/** Who ended an authority, and why; null until the event that says it has come. */
export const whyEnded = async (conn: Conn, mandate_id: string): Promise<EndingEvent | null> =>
  (await ENDING.one(conn, mandate_id, mandateEnds)) ?? null
