import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { readingRules } from '#server/meters/reading-rules.ts'
import { checkRows } from './check-rows.ts'
import {
  countRows,
  type HeldImport,
  holdImport,
  inBatches,
  noteFile,
  settleImport,
} from './import-progress.ts'
import { insertStaged } from './insert-staged.ts'
import { type FoundRow, findRegisters, readFile } from './read-rows.ts'
import { judged } from './staged-row.ts'

const ROWS_AT_ONCE = 2500

type Scope = { organisation_id: number; user_id: null }

/**
 * Holds the rows of a file against the rules and puts them into the pool, whole registers at a
 * time. What is in the pool stays there: a run that was cut off is taken up by the next one.
 */
export const checkReadingsJob = defineJob({
  name: 'check-readings',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    readingimport_id: z.int().positive(),
  }),
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: async (job, { organisation_id, readingimport_id }) => {
    const scope: Scope = { organisation_id, user_id: null }
    try {
      await check(job, scope, readingimport_id)
    } catch (error) {
      if (job.isLastAttempt && !job.signal.aborted) await giveUp(job, scope, readingimport_id)
      throw error
    }
  },
})

async function check(job: JobContext, scope: Scope, id: number): Promise<void> {
  const state = await job.database.write(scope, (conn) => holdImport(conn, id, 'checking'))
  if (!state) return
  const rows = await rowsToCheck(job, scope, state)
  if (!rows) return
  const byRegister = Map.groupBy(rows, (row) => (row.findings ? null : row.meterregister_id))
  // Rows without a register need no neighbours.
  const loose = (byRegister.get(null) ?? []).map((row) => [row])
  byRegister.delete(null)
  for (const batch of inBatches([...byRegister.values(), ...loose], ROWS_AT_ONCE)) {
    job.signal.throwIfAborted()
    await job.database.write(scope, async (conn) => {
      if (!(await holdImport(conn, id, 'checking'))) return
      await stage(job, conn, state, batch.flat())
      await countRows(conn, id)
    })
  }
  await job.database.write(scope, async (conn) => {
    if (await holdImport(conn, id, 'checking')) await settleImport(conn, id, 'checking', 'ready')
  })
}

/** The rows of the file that are not in the pool yet; null when the file is of no use. */
async function rowsToCheck(
  job: JobContext,
  scope: Scope,
  state: HeldImport,
): Promise<FoundRow[] | null> {
  const content = await job.database.read(scope, (conn) => contentOf(conn, state.id))
  const { rows, warnings, problem } = readFile(content, state)
  await job.database.write(scope, async (conn) => {
    if (!(await holdImport(conn, state.id, 'checking'))) return
    if (problem) await settleImport(conn, state.id, 'checking', 'failed', problem)
    else await noteFile(conn, state.id, rows.length, warnings)
  })
  if (problem) return null
  return job.database.read(scope, async (conn) => {
    const staged = await STAGED_NUMBERS.all(conn, state.id)
    const done = new Set(staged.map((row) => row.row_number))
    const missing = rows.filter((row) => !done.has(row.row_number))
    return findRegisters(conn, missing, state)
  })
}

const STAGED_NUMBERS = sql<{ row_number: number }, [readingimport_id: number]>`
  select row_number from stagedreadings where readingimport_id = $1`

const CONTENT = sql<{ content: string }, [readingimport_id: number]>`
  select content from readingimport_files where readingimport_id = $1`

async function contentOf(conn: Conn, id: number): Promise<string> {
  return (await CONTENT.one(conn, id))?.content ?? ''
}

async function stage(job: JobContext, conn: Conn, state: HeldImport, rows: FoundRow[]) {
  const how = { rules: await readingRules(conn), today: todayOf(job) }
  const known = rows.flatMap(({ findings, ...row }) => (findings ? [judged(row, findings)] : []))
  const open = rows.flatMap(({ findings, ...row }) => (findings ? [] : [row]))
  await insertStaged(conn, state, [...known, ...(await checkRows(conn, open, how))])
}

async function giveUp(job: JobContext, scope: Scope, id: number): Promise<void> {
  const message = 'Something went wrong while this file was read. Please import it again.'
  await job.database.write(scope, async (conn) => {
    if (await holdImport(conn, id, 'checking'))
      await settleImport(conn, id, 'checking', 'failed', message)
  })
}
