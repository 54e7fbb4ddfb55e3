import type { Entity, Row } from '#domain/kit/entity.ts'
import type { ImportOutcome } from '#domain/kit/import/import-calls.ts'
import { Problem, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import type { AnyKind, Group, HeldImport } from './import-kind.ts'
import { refusedWhole } from './import-work.ts'
import type { ChosenRow } from './staged-rows.ts'

const MOST_TOLD = 500

/** Rows while they wait: read, mended in place, accepted and rejected. */
export function stagedHandlers(kind: AnyKind, catalogue: Catalogue) {
  return {
    ...verbHandlers(kind.row, catalogue, { update: mender(kind, catalogue) }),
    accept: {
      write: async (ctx: Context, conn: Conn, { ids }: { ids: number[] }) => {
        const data = await acceptChosen(ctx, conn, kind, ids)
        return { data, message: wordsOf(data) }
      },
    },
    reject: {
      write: async (ctx: Context, conn: Conn, { ids }: { ids: number[] }) => {
        const rejected = await rejectChosen(ctx, conn, kind, ids)
        return { data: { rejected }, message: `${rejected.length} rejected.` }
      },
    },
  }
}

function mender(kind: AnyKind, catalogue: Catalogue) {
  const row: Entity = kind.row
  return async (ctx: Context, conn: Conn, input: Revision) => {
    let held: HeldImport | null = null
    await reviseRow(ctx, conn, row, input, {
      rights: () => {},
      others: async (before) => {
        // Every staged row refers to its file and says where it stands.
        const was = before as Row<Entity> & { staged_status?: string; [column: string]: unknown }
        held = await holdReady(conn, kind, Number(was[`${kind.batch.name}_id`]))
        if (was.staged_status !== 'waiting')
          throw notPossible('update', `the row was ${was.staged_status} already`)
        await checkAgainstOthers(ctx, conn, row, input, catalogue, before)
      },
    })
    if (!held) throw new Error('A row that was mended has a file.')
    const { id: import_id }: HeldImport = held
    const neighbours = await kind.mend(ctx, conn, held, input.id)
    await kind.staging.count(conn, import_id)
    const written = await rowNow(ctx, conn, row, input.id)
    const answer = writtenAnswer(ctx, row, written, { status: updated })
    return { ...answer, info: { ...answer.info, neighbours: neighbours.slice(0, MOST_TOLD) } }
  }
}

/** The rows that still wait, by their files, which are held. */
async function waitingOf(
  conn: Conn,
  kind: AnyKind,
  ids: readonly number[],
): Promise<[HeldImport, ChosenRow[]][]> {
  const rows = await kind.staged.chosen(conn, ids)
  if (rows.length === 0)
    throw new Problem('notFound', { fill: { what: kind.row.label.toLowerCase() } })
  const files: [HeldImport, ChosenRow[]][] = []
  for (const [import_id, own] of Map.groupBy(rows, (row) => row.import_id))
    files.push([await holdReady(conn, kind, import_id), own])
  return files
}

async function holdReady(conn: Conn, kind: AnyKind, import_id: number): Promise<HeldImport> {
  const held = await kind.staging.hold(conn, import_id, 'ready')
  if (!held)
    throw notPossible('change', 'the import is not ready', 'Wait until it is, then try again.')
  return held
}

async function acceptChosen(
  ctx: Context,
  conn: Conn,
  kind: AnyKind,
  ids: readonly number[],
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { accepted: [], rejected: [], refused: [] }
  const taking = { verdicts: kind.taken({}), ids: new Set(ids) }
  for (const [held, rows] of await waitingOf(conn, kind, ids)) {
    const done = await kind.accept(ctx, conn, held, groupsOf(rows), taking)
    outcome.accepted.push(...done.accepted)
    outcome.rejected.push(...done.rejected)
    const settled = new Set([...done.accepted, ...done.rejected])
    const said = new Map(done.refused.map(({ id, message }) => [id, message]))
    const left = rows.filter((row) => !settled.has(row.id))
    for (const { id, message } of left)
      outcome.refused.push({ id, message: said.get(id) ?? message ?? '' })
    if (kind.isWhole && left.length > 0) throw refusedWhole(left)
    await kind.afterAccept?.(ctx, conn, held)
    await kind.staging.count(conn, held.id)
    await kind.staging.finish(conn, held.id)
  }
  return outcome
}

async function rejectChosen(
  ctx: Context,
  conn: Conn,
  kind: AnyKind,
  ids: readonly number[],
): Promise<number[]> {
  const rejected: number[] = []
  for (const [held, rows] of await waitingOf(conn, kind, ids)) {
    const own = rows.map((row) => row.id)
    rejected.push(...(await kind.staged.reject(ctx, conn, own)))
    // What stood in the way of another row may be gone now.
    await kind.recheck(ctx, conn, held, groupsOf(rows))
    await kind.staging.count(conn, held.id)
    await kind.staging.finish(conn, held.id)
  }
  return rejected
}

function groupsOf(rows: readonly ChosenRow[]): Group[] {
  return [...new Set(rows.map((row) => row.group).filter((group) => group !== null))]
}

function wordsOf({ accepted, rejected, refused }: ImportOutcome): string {
  const parts = [`${accepted.length} accepted`]
  if (rejected.length > 0) parts.push(`${rejected.length} were there already`)
  if (refused.length > 0) parts.push(`${refused.length} still have errors`)
  return `${parts.join(', ')}.`
}
