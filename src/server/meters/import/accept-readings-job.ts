import { z } from 'zod'
import { includes } from '#domain/meters/readingimport-calls.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { contextFor, person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { readingRules } from '#server/meters/reading-rules.ts'
import { acceptRegisters, type Include } from './accept-rows.ts'
import {
  countRows,
  finishAccepting,
  holdImport,
  type RegisterRows,
  registersInBatches,
  settleImport,
} from './import-progress.ts'
import type { RowSeverity } from './staged-row.ts'

const ROWS_AT_ONCE = 2000

const SEVERITIES: Record<Include, RowSeverity[]> = {
  ok: ['ok'],
  information: ['ok', 'information'],
  warning: ['ok', 'information', 'warning'],
}

type Scope = { organisation_id: number; user_id: null }

/** Makes readings of everything in the pool that is good enough, register by register. */
export const acceptReadingsJob = defineJob({
  name: 'accept-readings',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    readingimport_id: z.int().positive(),
    include: includes,
    by: person,
  }),
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: async (job, { organisation_id, readingimport_id: id, include, by }) => {
    const scope: Scope = { organisation_id, user_id: null }
    const ctx = contextFor(job, organisation_id, id, by)
    try {
      for (const register_ids of registersInBatches(
        await waiting(job, scope, id, include),
        ROWS_AT_ONCE,
      )) {
        job.signal.throwIfAborted()
        await job.database.write(scope, async (conn) => {
          if (!(await holdImport(conn, id, 'accepting'))) return
          const how = { rules: await readingRules(conn), today: todayOf(job), include }
          await acceptRegisters(ctx, conn, id, register_ids, how)
          await countRows(conn, id)
        })
      }
      await job.database.write(scope, async (conn) => {
        if (await holdImport(conn, id, 'accepting')) await finishAccepting(conn, id)
      })
    } catch (error) {
      if (job.isLastAttempt && !job.signal.aborted) await handBack(job, scope, id)
      throw error
    }
  },
})

const WAITING_REGISTERS = sql<
  RegisterRows,
  [readingimport_id: number, severities: readonly RowSeverity[]]
>`select meterregister_id, count(*)::int as rows from stagedreadings
  where readingimport_id = $1 and staged_status = 'waiting' and severity = any($2)
    and meterregister_id is not null and deleted_at is null
  group by meterregister_id order by meterregister_id`

function waiting(job: JobContext, scope: Scope, id: number, include: Include) {
  return job.database.read(scope, (conn) => WAITING_REGISTERS.all(conn, id, SEVERITIES[include]))
}

async function handBack(job: JobContext, scope: Scope, id: number): Promise<void> {
  const message = 'Not all rows could be accepted. Please try again.'
  await job.database.write(scope, async (conn) => {
    if (await holdImport(conn, id, 'accepting'))
      await settleImport(conn, id, 'accepting', 'ready', message)
  })
}
