import type { ColumnMapping } from '#domain/meters/reading-file/column-mapping.ts'
import type { ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import type { ImportState, ImportWork, importWork } from '#domain/meters/readingimport-machine.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

export interface HeldImport {
  id: number
  organisation_id: number
  format: ReadingFormat
  mapping: ColumnMapping | null
}

const HOLD = sql<HeldImport, [id: number, import_status: ImportState]>`
  select id, organisation_id, format, mapping from readingimports
  where id = $1 and import_status = $2 and deleted_at is null for no key update`

/**
 * Holds the import until the transaction ends, so that two runs of one job and the people beside
 * them take turns. Null when it is in another state by now: there is nothing left to do.
 */
export async function holdImport(
  conn: Conn,
  id: number,
  status: ImportState,
): Promise<HeldImport | null> {
  return (await HOLD.one(conn, id, status)) ?? null
}

const COUNT_ROWS = sql<never, [id: number]>`
  update readingimports i set rows_done = c.done, rows_error = c.wrong,
    rows_accepted = c.accepted, rows_rejected = c.rejected
  from (select count(*) filter (where findings is not null) as done,
      count(*) filter (where severity = 'error' and staged_status = 'waiting') as wrong,
      count(*) filter (where staged_status = 'accepted') as accepted,
      count(*) filter (where staged_status = 'rejected') as rejected
    from stagedreadings where readingimport_id = $1 and deleted_at is null) c
  where i.id = $1`

/** Keeps the counts people watch; they are the server's own and make no new version. */
export function countRows(conn: Conn, id: number): Promise<void> {
  return COUNT_ROWS.run(conn, id)
}

const FINISH_ACCEPTING = sql<never, [id: number]>`
  update readingimports i set import_status = case when exists (select from stagedreadings s
      where s.readingimport_id = $1 and s.staged_status = 'waiting' and s.deleted_at is null)
    then 'ready' else 'done' end
  where i.id = $1 and i.import_status in ('accepting', 'ready')`

/** An import is done once no row waits; while one does, somebody may still mend it. */
export function finishAccepting(conn: Conn, id: number): Promise<void> {
  return FINISH_ACCEPTING.run(conn, id)
}

const SETTLE = sql<never, [id: number, from: ImportWork, to: ImportState, message: string | null]>`
  update readingimports set import_status = $3, message = coalesce($4, message)
  where id = $1 and import_status = $2`

/** Ends the server's own work on an import; that makes no new version of it. */
export function settleImport<W extends ImportWork>(
  conn: Conn,
  id: number,
  from: W,
  to: (typeof importWork)[W][number],
  message: string | null = null,
): Promise<void> {
  return SETTLE.run(conn, id, from, to, message)
}

const NOTE_FILE = sql<never, [id: number, rows_total: number, message: string | null]>`
  update readingimports set rows_total = $2, message = $3 where id = $1`

/** How many rows the file has, and what is to be said of it as a whole. */
export function noteFile(
  conn: Conn,
  id: number,
  rows_total: number,
  warnings: readonly string[],
): Promise<void> {
  const message = warnings.join(' ').slice(0, 1000) || null
  return NOTE_FILE.run(conn, id, rows_total, message)
}

/** Groups in batches of about so many rows; a group is never divided. */
export function inBatches<T>(groups: readonly (readonly T[])[], size: number): T[][][] {
  const batches: T[][][] = []
  let room = 0
  for (const group of groups) {
    const batch = batches.at(-1)
    if (batch && group.length <= room) batch.push([...group])
    else {
      batches.push([[...group]])
      room = size
    }
    room -= group.length
  }
  return batches
}

export interface RegisterRows {
  meterregister_id: number
  rows: number
}

/** Registers with so many rows each, in batches of about so many rows. */
export function registersInBatches(registers: readonly RegisterRows[], size: number): number[][] {
  const groups = registers.map(({ meterregister_id, rows }) => {
    return Array<number>(rows).fill(meterregister_id)
  })
  return inBatches(groups, size).map((batch) => batch.flatMap(([id]) => id ?? []))
}
