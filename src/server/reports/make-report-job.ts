import { Problem } from '#domain/kit/problem.ts'
import { reportNamed } from '#domain/reports/report-list.ts'
import { isOutOfTime } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { contextFor } from '#server/kit/jobs/acting-person.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { dropReportName, makeReportName } from './make-report-name.ts'
import type { AskedReport } from './report-question.ts'
import { sourceNamed } from './report-sources.ts'
import { runReport } from './run-report.ts'

const TOO_LONG = 'That is more than a report can add up at once. Choose a shorter period.'

const WAITS = sql<{ question: AskedReport }, [id: number]>`
  select question from reportruns where id = $1 and run_status = 'waiting'`
const READY = sql<never, [id: number, found: string]>`update reportruns
  set run_status = 'ready', found = $2, made_at = clock_timestamp()
  where id = $1 and run_status = 'waiting'`
const FAIL = sql<never, [id: number, problem: string | null]>`update reportruns
  set run_status = 'failed', problem = $2 where id = $1 and run_status = 'waiting'`

/** Makes a report that takes longer than somebody waits. */
export const makeReport = defineJob({
  ...makeReportName,
  retryLimit: 3,
  run: async (job, { organisation_id, run_id, role, by }) => {
    const acting = contextFor(job, organisation_id, `report ${run_id}`, by)
    const ctx = { ...acting, actor: { ...acting.actor, role } }
    const waiting = await ctx.database.read(scopeOf(ctx), (conn) => WAITS.one(conn, run_id))
    const definition = waiting && reportNamed(waiting.question.name)
    if (!waiting || !definition) return
    try {
      const source = sourceNamed(definition.name)
      const ran = await runReport(ctx, definition, source, waiting.question)
      const found = JSON.stringify(ran)
      await ctx.database.write(scopeOf(ctx), (conn) => READY.run(conn, run_id, found))
    } catch (error) {
      const problem = isOutOfTime(error)
        ? TOO_LONG
        : error instanceof Problem
          ? error.message
          : null
      if (problem === null && !job.isLastAttempt) throw error
      await ctx.database.write(scopeOf(ctx), (conn) => FAIL.run(conn, run_id, problem))
      if (problem === null) throw error
    }
  },
})

const DROP = sql<never, [id: number]>`delete from reportruns where id = $1`

/** Nobody looks at it any more. */
export const dropReport = defineJob({
  ...dropReportName,
  run: (job, { organisation_id, run_id }) =>
    job.database.write({ organisation_id, user_id: null }, (conn) => DROP.run(conn, run_id)),
})
