import { z } from 'zod'
import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import type {
  commissionstatementCalls,
  RunResult,
} from '#domain/commissions/commissionstatement-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { draftStatement } from './draft-statement.ts'
import { sendStatement } from './send-statement.ts'

const TO_STATE = sql<{ id: number; name: string }, [before: string]>`
  select p.id, p.name from partners p where p.deleted_at is null
    and exists (select from commissions c where c.partner_id = p.id
      and c.commission_status = 'accrued' and c.statement_id is null and c.earned_on < $1)
    and not exists (select from commissionstatements s where s.partner_id = p.id
      and s.statement_status = 'draft' and s.deleted_at is null)
  order by p.name`

/** Drafts for all who earned something; who has a draft keeps it, so that it may be repeated. */
export async function draftAll(ctx: Context, conn: Conn): Promise<{ data: RunResult[] }> {
  const data: RunResult[] = []
  for (const { id: partner_id, name } of await TO_STATE.all(conn, todayOf(ctx)))
    data.push(await oneByOne(conn, name, () => draftStatement(ctx, conn, { partner_id })))
  return { data }
}

const DRAFTS = sql<{ id: number; name: string }, [ids: readonly number[]]>`
  select s.id, p.name from commissionstatements s join partners p on p.id = s.partner_id
  where s.id = any($1) and s.deleted_at is null order by p.name, s.id`

/** Sends drafts, each by itself: one that can't be sent keeps nobody else's back. */
export async function sendAll(
  ctx: Context,
  conn: Conn,
  { ids }: CheckedOf<typeof commissionstatementCalls.sendMany>,
): Promise<{ data: RunResult[]; message: string }> {
  const drafts = await DRAFTS.all(conn, ids)
  if (drafts.length < new Set(ids).size) throw notFound(commissionstatement)
  const data: RunResult[] = []
  for (const { id, name } of drafts) {
    const result = await oneByOne(conn, name, () => sendStatement(ctx, conn, { id }))
    data.push({ ...result, id })
  }
  const sent = data.filter(({ problem }) => problem === null).length
  return { data, message: `${sent} of ${data.length} sent.` }
}

interface MadeStatement {
  id: number
  row: { statement_number: string | null; to_pay: string }
}

async function oneByOne(
  conn: Conn,
  partner: string,
  work: () => Promise<MadeStatement>,
): Promise<RunResult> {
  return attempt(
    conn,
    async (): Promise<RunResult> => {
      const { id, row } = await work()
      const { statement_number, to_pay } = row
      return { id, partner, statement_number, to_pay, problem: null }
    },
    ({ message: problem }) => ({ id: 0, partner, statement_number: null, to_pay: '0.00', problem }),
  )
}

// On this working day of the month the month before is known.
const RUN_DAY = 3

/** Whether a day is the one on which statements are drafted. */
export function isRunDay(day: string): boolean {
  const before = Temporal.PlainDate.from(day).with({ day: 1 }).subtract({ days: 1 }).toString()
  return addWorkingDays(before, RUN_DAY) === day
}

/** Once a month, before the office opens: drafts for all, which somebody looks at and sends. */
export const draftStatementsJob = defineJob({
  name: 'draft-commission-statements',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'draft-commission-statements')
      if (!isRunDay(todayOf(ctx))) return
      await job.database.write(scopeOf(ctx), (conn) => draftAll(ctx, conn))
    })
  },
})
