import type { CheckedOf } from '#domain/kit/call.ts'
import { beginningOf } from '#domain/kit/storable.ts'
import { audienceOf } from '#domain/messaging/bulk/audience.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { type AudienceSources, audienceIds } from './audience-ids.ts'
import { PATIENTLY } from './patiently.ts'
import type { BulkJob } from './start.ts'

/** Nothing more leaves: what is queued already is refused when it is claimed. */
export function pauseBulk(ctx: Context, conn: Conn, asked: ActionRequest, why?: string) {
  const pause_reason = why ?? null
  const told = { ...asked, reason: why ?? asked.reason }
  return transition(ctx, conn, bulkmessage, 'pause', told, async () => ({ pause_reason }))
}

// Whoever had them has let them go by now.
const FREE = sql<never, [bulk_id: number]>`update bulkrecipients set taken_until = null
  where bulk_id = $1 and state = 'queued'`

// What was not taken waits for its next try; whoever resumes has mended what was wrong.
const TRY_NOW = sql<never, [bulk_id: number]>`update messages set not_before = null,
    version = version + 1, modified_at = clock_timestamp()
  where bulk_id = $1 and status = 'queued' and attempts > 0 and not_before is not null`

/** The rest alone goes on, and is asked every check again as it leaves. */
export const resumeBulk =
  (job: BulkJob) => async (ctx: Context, conn: Conn, asked: ActionRequest) => {
    const resumed_at = ctx.clock.now().toISOString()
    const written = await transition(ctx, conn, bulkmessage, 'resume', asked, async () => ({
      resumed_at,
      pause_reason: null,
    }))
    await FREE.run(conn, asked.id)
    await TRY_NOW.run(conn, asked.id)
    const organisation_id = ctx.actor.organisation_id ?? 0
    await enqueue(conn, job, { organisation_id, bulk_id: asked.id })
    return written
  }

const LET_GO = sql<never, [bulk_id: number]>`update bulkrecipients
  set state = 'cancelled', version = version + 1, modified_at = clock_timestamp()
  where bulk_id = $1 and state = 'waiting'`

// One that is claimed meanwhile is no longer queued once it can be changed.
const TAKE_BACK = sql<never, [bulk_id: number]>`update messages
  set status = 'cancelled', version = version + 1, modified_at = clock_timestamp()
  where bulk_id = $1 and status = 'queued'`

/** Whoever has not been written to by now never is. */
export async function cancelBulk(ctx: Context, conn: Conn, asked: ActionRequest) {
  const ended_at = ctx.clock.now().toISOString()
  const cancel = async () => {
    await PATIENTLY.run(conn)
    await LET_GO.run(conn, asked.id)
    await TAKE_BACK.run(conn, asked.id)
    return { ended_at, pause_reason: null }
  }
  return transition(ctx, conn, bulkmessage, 'cancel', asked, cancel)
}

type AgainRequest = CheckedOf<typeof bulkmessageCalls.again>

/** A draft of its own for whoever did not get it, with the same words. */
export const repeatBulk =
  (sources: AudienceSources) =>
  async (ctx: Context, conn: Conn, { to, ...asked }: AgainRequest) => {
    const { row } = await transition(ctx, conn, bulkmessage, 'again', asked, async () => ({}))
    const audience = audienceOf({ bulk_id: asked.id, to })
    const ids = await audienceIds(ctx, conn, audience, sources)
    if (ids.length === 0) {
      const reason = to === 'failed' ? 'it failed for nobody' : 'everybody got it'
      throw notPossible('again', reason, 'Write a new one instead.')
    }
    const { channels, purpose, template_id, sms_template_id, subject, text_base, text_sms } = row
    const words = { template_id, sms_template_id, subject, text_base, text_sms }
    const called = `${row.name} – ${to === 'failed' ? 'to the failed' : 'to the rest'}`
    return insertRow(ctx, conn, bulkmessage, {
      ...{ channels, purpose, audience, ...words },
      name: beginningOf(called, 200),
      parent_id: asked.id,
    })
  }
