import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { dropReportName, makeReportName } from './make-report-name.ts'
import type { AskedReport } from './report-question.ts'
import type { RanReport, RowSpan } from './run-report.ts'

/** What was made is shown again to whoever asks the same within so many minutes. */
const KEPT_MINUTES = 10
/** Long after anybody looks at its pages. */
const GONE_MS = 2 * 3_600_000

interface OwnRun {
  id: number
  run_status: 'waiting' | 'ready' | 'failed'
}

type Own = [user_id: number, question: string]

const FRESH = sql<OwnRun, Own>`select id, run_status from reportruns
  where user_id = $1 and question = $2::jsonb and run_status <> 'failed'
    and coalesce(made_at, created_at) > clock_timestamp() - make_interval(mins => ${KEPT_MINUTES})
  order by id desc limit 1`

/** The same that this person asked for a moment ago, where it is made or being made. */
export function freshRun(ctx: Context, asked: AskedReport): Promise<OwnRun | undefined> {
  const question = JSON.stringify(asked)
  return ctx.database.read(scopeOf(ctx), (conn) => FRESH.one(conn, ctx.actor.user_id, question))
}

const ASK = sql<{ id: number }, [organisation_id: number, ...Own]>`
  insert into reportruns (organisation_id, user_id, question) values ($1, $2, $3) returning id`

/** Has a report made for whoever asks; answers the name of what is on its way. */
export async function askForRun(ctx: Context, asked: AskedReport): Promise<number> {
  const { user_id, role } = ctx.actor
  const organisation_id = ctx.actor.organisation_id ?? 0
  return ctx.database.write(scopeOf(ctx), async (conn: Conn) => {
    const made = await ASK.one(conn, organisation_id, user_id, JSON.stringify(asked))
    if (!made) throw new Error('A report was not asked for.')
    const payload = { organisation_id, run_id: made.id, role, by: personOf(ctx) }
    await enqueue(conn, makeReportName, payload)
    const startAfter = new Date(ctx.clock.now().getTime() + GONE_MS)
    await enqueue(conn, dropReportName, { organisation_id, run_id: made.id }, { startAfter })
    return made.id
  })
}

const OWN_RUN = sql<
  {
    run_status: OwnRun['run_status']
    found: string | null
    problem: string | null
    made_at: string
  },
  [id: number, user_id: number, name: string]
>`select run_status, found, problem, made_at from reportruns
  where id = $1 and user_id = $2 and question ->> 'name' = $3`

/** What was made, or nothing while it is being made; for whoever asked for it alone. */
export async function madeReport(
  ctx: Context,
  id: number,
  { name, page }: { name: string; page: RowSpan },
): Promise<RanReport | null> {
  const run = await ctx.database.read(scopeOf(ctx), (conn) =>
    OWN_RUN.one(conn, id, ctx.actor.user_id, name),
  )
  if (!run) throw new Problem('notFound', { fill: { what: 'report' } })
  const { found, problem, made_at, run_status } = run
  if (run_status === 'failed') throw new Problem('unavailable', problem ? { message: problem } : {})
  if (found === null) return null
  // It was written by the job that made it, from a report.
  const { rows, total, facts } = JSON.parse(found) as RanReport
  const shown = rows.slice(page.offset, page.offset + page.limit)
  return { rows: shown, total, facts: { ...facts, made_at } }
}
