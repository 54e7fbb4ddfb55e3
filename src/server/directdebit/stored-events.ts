import { z } from 'zod'
import { businessToday } from '#domain/kit/calendar.ts'
import type { ProviderEvent } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'

/** Applies what waits; the job stands with what it does. */
export const applyEventsName = {
  name: 'dd-apply-events',
  payload: z.strictObject({ organisation_id: z.int() }),
}

const STORE = sql<{ waits: boolean }, [events: string, organisation_id: number, now: Date]>`
  insert into ddevents (organisation_id, event_id, resource_type, action, resource_id, cause, origin,
    description, will_attempt_retry, links, happened_at, event_status, message, created_at,
    modified_at)
  select $2, e.id, e.resource_type, e.action, e.resource_id,
    e.cause, e.origin, left(e.description, 500), coalesce(e.will_attempt_retry, false), e.links,
    e.created_at, case when e.nothing is null then 'waiting' else 'ignored' end, e.nothing, $3, $3
  from jsonb_to_recordset($1::jsonb) as e (id text, created_at timestamptz, resource_type text,
    action text, resource_id text, cause text, origin text, description text,
    will_attempt_retry boolean, links jsonb, nothing text)
  on conflict (organisation_id, event_id) do nothing returning event_status = 'waiting' as waits`

/** Keeps what happened at the provider, each once, and has applied what is more than a word. */
export async function storeEvents(
  conn: Conn,
  organisation_id: number,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const kept = JSON.stringify(events.map(keptOf))
  const fresh = await STORE.all(conn, kept, organisation_id, now)
  if (fresh.some(({ waits }) => waits))
    await enqueueUnlessWaiting(conn, applyEventsName, { organisation_id })
}

// What an event is about, by its kind; of the others nothing is known here.
const linkOf: Record<string, string> = {
  payments: 'payment',
  mandates: 'mandate',
  refunds: 'refund',
  payouts: 'payout',
  billing_requests: 'billing_request',
  subscriptions: 'subscription',
}

function keptOf(event: ProviderEvent) {
  const resource_id = event.links[linkOf[event.resource_type] ?? ''] ?? null
  return { ...event, resource_id, nothing: whyNothing(event, resource_id) }
}

/** Why an event does nothing here, where that is plain before anybody is asked about it. */
function whyNothing({ action }: ProviderEvent, resource_id: string | null): string | null {
  if (resource_id === null) return 'It names nothing that we know.'
  return action.endsWith('_settled') ? 'The payout has it.' : null
}

/** The business's day on which an event happened. */
export const dayOf = ({ happened_at }: { happened_at: string }): string =>
  businessToday(Temporal.Instant.from(new Date(happened_at).toISOString()))
