import { accepted, Problem } from '#domain/kit/problem.ts'
import { type UpkeepReport, upkeepCalls } from '#domain/upkeep/upkeep-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue, type Job } from '#server/kit/jobs/job.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import type { DrillPayload } from './drill-job.ts'

const LATEST = sql<UpkeepReport>`select id, kind, outcome, asked_by, started_at, finished_at, detail
  from upkeep_reports order by id desc limit 30`

async function listReports(ctx: Context) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => LATEST.all(conn))
  return { data: rows }
}

const ONE_AT_A_TIME = sql`select pg_advisory_xact_lock(hashtext('upkeep drill'))`

const UNDER_WAY = sql<{ id: number }>`select id from upkeep_reports
  where kind = 'drill' and outcome in ('waiting', 'running')
    and started_at > now() - interval '5 hours' limit 1`

const ASK = sql<{ id: number }, [asked_by: string]>`insert into upkeep_reports
  (kind, outcome, asked_by) values ('drill', 'waiting', $1) returning id`

/** Whoever made the job says which one it is. */
export function upkeepRoutes(drillJob: Job<DrillPayload>): Route[] {
  return serve(upkeepCalls, {
    list: { run: listReports },
    drill: { write: (ctx, conn) => askForDrill(ctx, conn, drillJob) },
  })
}

async function askForDrill(ctx: Context, conn: Conn, drillJob: Job<DrillPayload>) {
  await ONE_AT_A_TIME.run(conn)
  if (await UNDER_WAY.one(conn)) {
    const reason = 'one is under way already'
    const fill = { action: 'start', reason, instead: 'You could wait for how it goes.' }
    throw new Problem('notPossible', { fill })
  }
  const made = await ASK.one(conn, ctx.actor.name)
  if (!made) throw new Error('A report was not stored.')
  await enqueue(conn, drillJob, { report_id: made.id })
  await recordHistory(conn, ctx, {
    object_class: 'upkeepreport',
    object_id: made.id,
    action: 'create',
  })
  const message = "We're on to it. Carry on – we'll let you know when it's done."
  return { status: accepted, data: { id: made.id }, message }
}
