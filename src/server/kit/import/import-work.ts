import { Problem } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { FileRow, HeldImport, ImportKind, ReadFile } from './import-kind.ts'
import { groupsInBatches, inBatches } from './in-batches.ts'

// A job does its work in steps of about so many rows, each of which stands once it is done.
const CHECKED_AT_ONCE = 2500
const ACCEPTED_AT_ONCE = 2000

/** Where the work on an import is done: in transactions of a job's own, or within a call. */
export interface Work {
  write<T>(part: (conn: Conn) => Promise<T>): Promise<T>
  read<T>(part: (conn: Conn) => Promise<T>): Promise<T>
  /** In whose name rows are looked at. */
  ctx: Context
  signal: AbortSignal | null
  /** How many rows a step has; one step is all there is within a call. */
  steps(rows: number): number
  /** Files of more rows are left to a job. */
  mostRows: number
}

export function workOfJob(job: JobContext, organisation_id: number, ctx?: Context): Work {
  const scope = { organisation_id, user_id: null }
  return {
    write: (part) => job.database.write(scope, part),
    read: (part) => job.database.read(scope, part),
    ctx: ctx ?? systemContext(job, organisation_id, 'import'),
    signal: job.signal,
    steps: (rows) => rows,
    mostRows: Number.POSITIVE_INFINITY,
  }
}

export function workOfCall(ctx: Context, conn: Conn, mostRows: number): Work {
  const within = <T>(part: (conn: Conn) => Promise<T>) => part(conn)
  return {
    write: within,
    read: within,
    ctx,
    signal: null,
    steps: () => Number.POSITIVE_INFINITY,
    mostRows,
  }
}

/**
 * Holds the rows of a file against the rules and stages them, whole groups at a time. What is staged
 * stays: a run that was cut off is taken up by the next one. False where the file is too large for
 * where the work is done.
 */
export async function checkFile<H extends HeldImport, F extends FileRow, P extends FileRow>(
  kind: ImportKind<H, F, P>,
  work: Work,
  id: number,
  read: ReadFile<F> | null = null,
): Promise<boolean> {
  const { staging, staged } = kind
  const held = await work.write((conn) => staging.hold(conn, id, 'checking'))
  if (!held) return true
  const rows = await rowsToCheck(kind, work, held, read)
  if (!Array.isArray(rows)) return rows !== 'large'
  const byGroup = Map.groupBy(rows, (row) => kind.groupOf(row))
  // Rows without a group need no neighbours.
  const loose = (byGroup.get(null) ?? []).map((row) => [row])
  byGroup.delete(null)
  const groups = [...byGroup.values(), ...loose]
  for (const batch of inBatches(groups, (group) => group.length, work.steps(CHECKED_AT_ONCE))) {
    work.signal?.throwIfAborted()
    await work.write(async (conn) => {
      if (!(await staging.hold(conn, id, 'checking'))) return
      const checked = await kind.check(work.ctx, conn, held, batch.flat())
      // Rows that are checked together may be those of the whole file: others have their turn between.
      for (let from = 0; from < checked.length; from += CHECKED_AT_ONCE)
        await staged.insert(conn, held, checked.slice(from, from + CHECKED_AT_ONCE))
      await staging.count(conn, id)
    })
  }
  await work.write(async (conn) => {
    if (await staging.hold(conn, id, 'checking'))
      await staging.settle(conn, id, 'checking', 'ready')
  })
  return true
}

/** The rows of the file that are not staged yet, unless it is of no use or too large. */
async function rowsToCheck<H extends HeldImport, F extends FileRow, P extends FileRow>(
  kind: ImportKind<H, F, P>,
  work: Work,
  held: H,
  read: ReadFile<F> | null,
): Promise<P[] | 'useless' | 'large'> {
  const { staging, staged } = kind
  const { rows, warnings, problem } = read ?? (await readOrRefusal(kind, work, held))
  if (rows.length > work.mostRows) return 'large'
  await work.write(async (conn) => {
    if (!(await staging.hold(conn, held.id, 'checking'))) return
    if (problem) await staging.settle(conn, held.id, 'checking', 'failed', problem)
    else await staging.note(conn, held.id, rows.length, warnings)
  })
  if (problem) return 'useless'
  return work.read(async (conn) => {
    const done = await staged.numbersOf(conn, held.id)
    const missing = rows.filter((row) => !done.has(row.row_number))
    return kind.place(conn, held, missing)
  })
}

/** What is wrong with the whole file, wherever reading it comes to that. */
async function readOrRefusal<H extends HeldImport, F extends FileRow, P extends FileRow>(
  kind: ImportKind<H, F, P>,
  { ctx, read, signal }: Work,
  held: H,
): Promise<ReadFile<F>> {
  const content = await read((conn) => kind.staging.contentOf(ctx, conn, held.id))
  try {
    return await kind.read(content, held, signal)
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal
    return { rows: [], warnings: [], problem: refusal.message }
  }
}

/** Takes everything that is good enough, group by group. */
export async function acceptFile<H extends HeldImport, F extends FileRow, P extends FileRow>(
  kind: ImportKind<H, F, P>,
  work: Work,
  { id, verdicts }: { id: number; verdicts: readonly string[] },
): Promise<void> {
  const { staging, staged } = kind
  const groups = await work.read((conn) => staged.waitingGroups(conn, id, verdicts))
  // What comes in as a whole or not at all comes in one step.
  const size = kind.isWhole ? Number.POSITIVE_INFINITY : work.steps(ACCEPTED_AT_ONCE)
  for (const batch of groupsInBatches(groups, size)) {
    work.signal?.throwIfAborted()
    await work.write(async (conn) => {
      const held = await staging.hold(conn, id, 'accepting')
      if (!held) return
      const done = await kind.accept(work.ctx, conn, held, batch, { verdicts })
      if (kind.isWhole && done.refused.length > 0) throw refusedWhole(done.refused)
      await staging.count(conn, id)
    })
  }
  await work.write(async (conn) => {
    const held = await staging.hold(conn, id, 'accepting')
    if (!held) return
    await kind.afterAccept?.(work.ctx, conn, held)
    await staging.finish(conn, id)
  })
}

export function refusedWhole(refused: readonly unknown[]) {
  const errors = `${plural(refused.length, 'row')} ${refused.length === 1 ? 'has' : 'have'} errors`
  return notPossible('accept', errors, 'Mend them or leave them out first.')
}

/** Takes back everything that was made of a file. */
export async function undoFile<H extends HeldImport, F extends FileRow, P extends FileRow>(
  kind: ImportKind<H, F, P>,
  work: Work,
  { id, reason }: { id: number; reason: string | null },
): Promise<void> {
  const { staging } = kind
  const groups = await work.read((conn) => kind.madeGroups(conn, id))
  for (const batch of groupsInBatches(groups, work.steps(ACCEPTED_AT_ONCE))) {
    work.signal?.throwIfAborted()
    await work.write(async (conn) => {
      const held = await staging.hold(conn, id, 'undoing')
      if (held) await kind.takeBack(work.ctx, conn, held, batch, reason)
    })
  }
  await work.write(async (conn) => {
    if (await staging.hold(conn, id, 'undoing')) await staging.settle(conn, id, 'undoing', 'undone')
  })
}
