import { z } from 'zod'
import type { ProviderEvent } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'

/** Applies what waits; the job stands with what it does. */
export const applyEventsName = {
  name: 'dd-apply-events',
  payload: z.strictObject({ organisation_id: z.int() }),
}

const STORE = sql<{ id: number }, [events: string, organisation_id: number, now: Date]>`
  insert into ddevents (organisation_id, event_id, resource_type, action, resource_id, cause, origin,
    description, will_attempt_retry, links, happened_at, created_at, modified_at)
  select $2, e.id, e.resource_type, e.action, e.links ->> case e.resource_type
      when 'payments' then 'payment' when 'mandates' then 'mandate' when 'refunds' then 'refund'
      when 'payouts' then 'payout' when 'billing_requests' then 'billing_request'
      when 'subscriptions' then 'subscription' else '' end,
    e.cause, e.origin, left(e.description, 500), coalesce(e.will_attempt_retry, false), e.links,
    e.created_at, $3, $3
  from jsonb_to_recordset($1::jsonb) as e (id text, created_at timestamptz, resource_type text,
    action text, cause text, origin text, description text, will_attempt_retry boolean, links jsonb)
  on conflict (organisation_id, event_id) do nothing returning id`

/** Keeps what happened at the provider, each once, and has it applied. */
export async function storeEvents(
  conn: Conn,
  organisation_id: number,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const fresh = await STORE.all(conn, JSON.stringify(events), organisation_id, now)
  if (fresh.length > 0) await enqueueUnlessWaiting(conn, applyEventsName, { organisation_id })
}
