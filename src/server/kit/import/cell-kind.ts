import type { CellRow } from '#domain/kit/import/cell-rows.ts'
import type { ImportOutcome } from '#domain/kit/import/import-calls.ts'
import { gravest, type RowFinding, type RowSeverity } from '#domain/kit/import/import-entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { StagedCells, stagedCells } from './cell-statements.ts'
import type { FileRow, Group, HeldImport, Taking } from './import-kind.ts'

/** A row of cells with the group it belongs to. */
export interface PlacedCells extends CellRow {
  group_key: string | null
}

type Findings = ReadonlyMap<number, readonly RowFinding[]>

/** What became of the rows of a group: what was made of them, or what stands in the way. */
export type GroupOutcome = { made_id: number; isReplacing?: boolean } | { findings: RowFinding[] }

interface Cells<H extends HeldImport> {
  cells: ReturnType<typeof stagedCells>
  /** Which rows belong together; null for a row that belongs to none. */
  keyOf(row: CellRow, held: H): string | null
  /** What the rules say, by the number of the row; the rows of a group come together. */
  judge(ctx: Context, conn: Conn, held: H, rows: readonly CellRow[]): Promise<Findings>
  /** Makes of each group what it is to become. */
  take(ctx: Context, conn: Conn, held: H, groups: readonly CellRow[][]): Promise<GroupOutcome[]>
}

/** The code of what is wrong with a line before anything is read in it. */
const UNREAD = 'C00'

/** What kinds share whose rows wait as the cells of the file. */
export function cellKind<H extends HeldImport>(kind: Cells<H>) {
  const { cells } = kind
  const judged = async <T extends CellRow>(
    ctx: Context,
    conn: Conn,
    held: H,
    rows: readonly T[],
  ) => {
    const readable = rows.filter((row) => row.problem === null)
    const said = await kind.judge(ctx, conn, held, readable)
    return rows.map((row) => {
      const findings = row.problem ? [unread(row.problem)] : (said.get(row.row_number) ?? [])
      return { ...row, findings, severity: gravest(findings) }
    })
  }
  const recheck = async (ctx: Context, conn: Conn, held: H, groups: readonly Group[]) => {
    const rows = await cells.waiting(conn, held.id, groups)
    const checked = await judged(ctx, conn, held, rows)
    await cells.keep(conn, checked)
    return checked.map(({ id, severity, findings }) => ({ id, severity, findings }))
  }
  return {
    place: async (_conn: Conn, held: H, rows: readonly CellRow[]): Promise<PlacedCells[]> =>
      rows.map((row) => ({ ...row, group_key: kind.keyOf(row, held) })),
    groupOf: (row: PlacedCells) => row.group_key,
    check: async (
      ctx: Context,
      conn: Conn,
      held: H,
      rows: readonly PlacedCells[],
    ): Promise<FileRow[]> => judged(ctx, conn, held, rows),
    mend: async (ctx: Context, conn: Conn, held: H, id: number) => {
      const row = await cells.one(conn, id)
      if (!row) return []
      const group_key = kind.keyOf(row, held)
      await cells.setGroup(conn, id, group_key)
      // What the file told badly counts no more once somebody has mended it.
      const own = await judged(ctx, conn, held, [{ ...row, problem: null }])
      await cells.keep(conn, own)
      const groups = [row.group_key, group_key].filter((key) => key !== null)
      const around = await recheck(ctx, conn, held, [...new Set(groups)])
      return around.filter((one) => one.id !== id)
    },
    recheck: async (ctx: Context, conn: Conn, held: H, groups: readonly Group[]) => {
      await recheck(ctx, conn, held, groups)
    },
    accept: (ctx: Context, conn: Conn, held: H, groups: readonly Group[], taking: Taking) =>
      acceptGroups(ctx, conn, kind, { held, groups, taking }),
  }
}

interface CellWork<H> {
  held: H
  groups: readonly Group[]
  taking: Taking
}

/** A group is taken as a whole, whichever of its rows somebody chose, or not at all. */
async function acceptGroups<H extends HeldImport>(
  ctx: Context,
  conn: Conn,
  kind: Cells<H>,
  { held, groups, taking }: CellWork<H>,
): Promise<ImportOutcome> {
  const { cells } = kind
  const outcome: ImportOutcome = { accepted: [], rejected: [], refused: [] }
  const rows = await cells.waiting(conn, held.id, groups)
  const byGroup = [...Map.groupBy(rows, (row) => row.group_key).values()]
  const isGood = (own: readonly StagedCells[]) =>
    own.every(({ severity }) => taking.verdicts.includes(severity))
  for (const row of byGroup.filter((own) => !isGood(own)).flat())
    outcome.refused.push({ id: row.id, message: row.message ?? '' })
  const good = byGroup.filter(isGood)
  const taken = await kind.take(ctx, conn, held, good)
  for (const [place, own] of good.entries()) {
    const done = taken[place]
    if (done && 'made_id' in done) {
      await cells.accept(conn, own, done.made_id, done.isReplacing ?? false)
      outcome.accepted.push(...own.map((row) => row.id))
      continue
    }
    const findings = done?.findings ?? []
    const severity: RowSeverity = 'error'
    await cells.keep(
      conn,
      own.map((row) => ({ ...row, findings, severity })),
    )
    const message = findings[0]?.message ?? ''
    outcome.refused.push(...own.map((row) => ({ id: row.id, message })))
  }
  return outcome
}

function unread(message: string): RowFinding {
  return { code: UNREAD, severity: 'error', message }
}

/** What is wrong with a row, in a rule's words. */
export function wrong(code: string, message: string): RowFinding {
  return { code, severity: 'error', message }
}
