import { z } from 'zod'
import { Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { stagedreading } from '#domain/meters/readingimport.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { readingRules } from '#server/meters/reading-rules.ts'
import { acceptRegisters, type Outcome, rejectRows } from './accept-rows.ts'
import { checkRegisters } from './check-rows.ts'
import { countRows, finishAccepting, holdImport } from './import-progress.ts'
import { mendRow } from './mend-row.ts'

const MOST_TOLD = 500

const chosen = z.strictObject({ ids: z.array(idSchema).min(1).max(500) })

/** Rows in the pool: read, mended in place, accepted and rejected. */
export function stagedRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(stagedreading, catalogue, {
      without: ['create', 'remove', 'removeMany', 'restore'],
      update: async (ctx, conn, input) => {
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
        // What the rules now say of the register's other rows, for a screen that shows some.
        return { ...answer, info: { ...answer.info, neighbours: neighbours.slice(0, MOST_TOLD) } }
      },
    }),
    route<{ ids: number[] }>({
      method: 'POST',
      path: '/stagedreadings/accept',
      summary: 'Make readings of chosen rows of an import',
      policy: { from: 'user' },
      input: chosen,
      write: async (ctx, conn, { ids }) => {
        const data = await acceptChosen(ctx, conn, ids)
        return { data, message: wordsOf(data) }
      },
    }),
    route<{ ids: number[] }>({
      method: 'POST',
      path: '/stagedreadings/reject',
      summary: 'Leave chosen rows of an import out',
      policy: { from: 'user' },
      input: chosen,
      write: async (ctx, conn, { ids }) => {
        const rejected = await rejectChosen(ctx, conn, ids)
        return { data: { rejected }, message: `${rejected.length} rejected.` }
      },
    }),
  ]
}

interface WaitingRow {
  id: number
  readingimport_id: number
  meterregister_id: number | null
  message: string | null
}

/** The rows that still wait, with their imports held. */
async function waitingOf(conn: Conn, ids: readonly number[]): Promise<Map<number, WaitingRow[]>> {
  const rows = await conn.query<WaitingRow>(
    `select id, readingimport_id, meterregister_id, findings -> 0 ->> 'message' as message
     from stagedreadings where id = any($1) and staged_status = 'waiting' and deleted_at is null
     order by readingimport_id, id`,
    [ids],
  )
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

async function acceptChosen(ctx: Context, conn: Conn, ids: readonly number[]): Promise<Outcome> {
  const outcome: Outcome = { accepted: [], rejected: [], refused: [] }
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

function wordsOf({ accepted, rejected, refused }: Outcome): string {
  const parts = [`${accepted.length} accepted`]
  if (rejected.length > 0) parts.push(`${rejected.length} were there already`)
  if (refused.length > 0) parts.push(`${refused.length} still have errors`)
  return `${parts.join(', ')}.`
}
