import { z } from 'zod'
import type { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted } from '#domain/kit/problem.ts'
import { DebitTrouble } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { defineJob, enqueueUnlessWaiting, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import {
  heldConnection,
  isConnected,
  isWaiting,
  noteAnswer,
  noteBroken,
  noteNoAnswer,
  providerOf,
  requireConnection,
} from './connection.ts'
import { callJobName } from './provider-call.ts'
import { applyEventsName, storeEvents } from './stored-events.ts'

const OVERLAP_MS = 3_600_000

const UNTIL = sql<never, [events_until: Date]>`update ddconnections set events_until = $1`

/** Reads what happened at the provider, with an hour's overlap: webhooks that were lost are here. */
export const fetchEventsJob = defineJob({
  name: 'dd-fetch-events',
  payload: z.strictObject({ organisation_id: z.int() }),
  run: (job, { organisation_id }) => fetchEvents(job, organisation_id),
})

export async function fetchEvents(job: JobContext, organisation_id: number): Promise<void> {
  const ctx = systemContext(job, organisation_id, 'dd-fetch-events')
  const scope = { organisation_id, user_id: null }
  const now = job.clock.now()
  const held = await job.database.read(scope, (conn) => heldConnection(conn, job.config))
  if (!held || held.connection_status === 'broken' || isWaiting(held, now)) return
  const since = new Date(Date.parse(held.events_until) - OVERLAP_MS).toISOString()
  try {
    const provider = await providerOf(job.config, held)
    const events = await provider.events(since)
    await job.database.write(scope, async (conn) => {
      await noteAnswer(conn)
      await storeEvents(conn, organisation_id, events, now)
      await UNTIL.run(conn, now)
    })
  } catch (error) {
    if (!(error instanceof DebitTrouble)) throw error
    await job.database.write(scope, (conn) =>
      error.kind === 'ended'
        ? noteBroken(ctx, conn, error.message)
        : noteNoAnswer(ctx, conn, error.message),
    )
  }
}

const DUE = sql<{ id: number }, [now: Date]>`
  select id from ddcalls where call_status in ('waiting', 'unknown') and next_try_at <= $1
  order by next_try_at limit 500`

const WAITING_EVENTS = sql<{ id: number }, []>`
  select id from ddevents where event_status = 'waiting' limit 1`

/** Each minute: calls and events that nobody is working on. */
export const tendDebitsJob = defineJob({
  name: 'dd-tend',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const scope = { organisation_id, user_id: null }
      await job.database.write(scope, async (conn) => {
        if (!(await isConnected(conn))) return
        for (const { id } of await DUE.all(conn, job.clock.now()))
          await enqueueUnlessWaiting(conn, callJobName, { organisation_id, call_id: id })
        if (await WAITING_EVENTS.one(conn))
          await enqueueUnlessWaiting(conn, applyEventsName, { organisation_id })
      })
    })
  },
})

/** Every quarter of an hour, whatever webhooks have brought. */
export const fetchAllEventsJob = defineJob({
  name: 'dd-fetch-all-events',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, (organisation_id) =>
      job.database.write({ organisation_id, user_id: null }, async (conn) => {
        if (await isConnected(conn))
          await enqueueUnlessWaiting(conn, fetchEventsJob, { organisation_id })
      }),
    )
  },
})

/** Somebody wants to know now. */
export async function syncNow(
  ctx: Context,
  conn: Conn,
  _input: CheckedOf<typeof directdebitCalls.sync>,
) {
  await requireConnection(conn)
  const organisation_id = ctx.actor.organisation_id ?? 0
  const job_id = await enqueueUnlessWaiting(conn, fetchEventsJob, { organisation_id })
  const told = { object_class: 'directdebit', object_id: organisation_id, action: 'sync' }
  await recordHistory(conn, ctx, told)
  return { status: accepted, data: { job_id } }
}
