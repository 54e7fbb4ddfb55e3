import { Problem, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { stagedreading } from '#domain/meters/readingimport.ts'
import { type PoolOutcome, stagedreadingCalls } from '#domain/meters/readingimport-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { readingRules } from '#server/meters/reading-rules.ts'
import { acceptRegisters, rejectRows } from './accept-rows.ts'
import { checkRegisters } from './check-rows.ts'
import { countRows, finishAccepting, holdImport } from './import-progress.ts'
import { mendRow } from './mend-row.ts'

const MOST_TOLD = 500

/** Rows in the pool: read, mended in place, accepted and rejected. */
export function stagedRoutes(catalogue: Catalogue): Route[] {
  return serve(stagedreadingCalls, {
    ...verbHandlers(stagedreading, catalogue, { update: mender(catalogue) }),
    accept: {
      write: async (ctx, conn, { ids }) => {
        const data = await acceptChosen(ctx, conn, ids)
        return { data, message: wordsOf(data) }
      },
    },
    reject: {
      write: async (ctx, conn, { ids }) => {
        const rejected = await rejectChosen(ctx, conn, ids)
        return { data: { rejected }, message: `${rejected.length} rejected.` }
      },
    },
  })
}

function mender(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, input: Revision<typeof stagedreading>) => {
    let readingimport_id = 0
    await reviseRow(ctx, conn, stagedreading, input, {
      rights: () => {},
      others: async (before) => {
        readingimport_id = before.readingimport_id
        await holdReady(conn, [readingimport_id])
        if (before.staged_status !== 'waiting')
          throw notPossible('update', `the row was ${before.staged_status} already`)
        await checkAgainstOthers(ctx, conn, stagedreading, input, catalogue, before)
      },
    })
    const how = await howOf(ctx, conn)
    const neighbours = await mendRow(conn, readingimport_id, input.id, how)
    await countRows(conn, readingimport_id)
    const written = await rowNow(ctx, conn, stagedreading, input.id)
    const answer = writtenAnswer(ctx, stagedreading, written, { status: updated })
    return { ...answer, info: { ...answer.info, neighbours: neighbours.slice(0, MOST_TOLD) } }
  }
}

interface WaitingRow {
  id: number
  readingimport_id: number
  meterregister_id: number | null
  message: string | null
}

const WAITING = sql<WaitingRow, [ids: readonly number[]]>`
  select id, readingimport_id, meterregister_id, findings -> 0 ->> 'message' as message
  from stagedreadings where id = any($1) and staged_status = 'waiting' and deleted_at is null
  order by readingimport_id, id`

/** The rows that still wait, with their imports held. */
async function waitingOf(conn: Conn, ids: readonly number[]): Promise<Map<number, WaitingRow[]>> {
  const rows = await WAITING.all(conn, ids)
  if (rows.length === 0) throw new Problem('notFound', { fill: { what: 'imported reading' } })
  const byImport = Map.groupBy(rows, (row) => row.readingimport_id)
  await holdReady(conn, [...byImport.keys()])
  return byImport
}

async function holdReady(conn: Conn, import_ids: readonly number[]): Promise<void> {
  for (const id of import_ids)
    if (!(await holdImport(conn, id, 'ready')))
      throw notPossible('change', 'the import is not ready', 'Wait until it is, then try again.')
}

async function acceptChosen(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
): Promise<PoolOutcome> {
  const outcome: PoolOutcome = { accepted: [], rejected: [], refused: [] }
  const how = { ...(await howOf(ctx, conn)), include: 'warning' as const, ids: new Set(ids) }
  for (const [import_id, rows] of await waitingOf(conn, ids)) {
    const done = await acceptRegisters(ctx, conn, import_id, registersOfRows(rows), how)
    outcome.accepted.push(...done.accepted)
    outcome.rejected.push(...done.rejected)
    const settled = new Set([...done.accepted, ...done.rejected])
    const said = new Map(done.refused.map(({ id, message }) => [id, message]))
    const left = rows.filter((row) => !settled.has(row.id))
    for (const { id, message } of left)
      outcome.refused.push({ id, message: said.get(id) ?? message ?? '' })
    await countRows(conn, import_id)
    await finishAccepting(conn, import_id)
  }
  return outcome
}

async function rejectChosen(ctx: Context, conn: Conn, ids: readonly number[]): Promise<number[]> {
  const rejected: number[] = []
  for (const [import_id, rows] of await waitingOf(conn, ids)) {
    rejected.push(
      ...(await rejectRows(
        ctx,
        conn,
        rows.map((row) => row.id),
      )),
    )
    // What stood in the way of another row may be gone now.
    await checkRegisters(conn, import_id, registersOfRows(rows), await howOf(ctx, conn))
    await countRows(conn, import_id)
    await finishAccepting(conn, import_id)
  }
  return rejected
}

function registersOfRows(rows: readonly WaitingRow[]): number[] {
  return [...new Set(rows.map((row) => row.meterregister_id).filter((id) => id !== null))]
}

async function howOf(ctx: Context, conn: Conn) {
  return { rules: await readingRules(conn), today: todayOf(ctx) }
}

function wordsOf({ accepted, rejected, refused }: PoolOutcome): string {
  const parts = [`${accepted.length} accepted`]
  if (rejected.length > 0) parts.push(`${rejected.length} were there already`)
  if (refused.length > 0) parts.push(`${refused.length} still have errors`)
  return `${parts.join(', ')}.`
}
