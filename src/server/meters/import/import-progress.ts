import type { ColumnMapping } from '#domain/meters/reading-file/column-mapping.ts'
import type { ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import type { Conn } from '#server/kit/database/database.ts'

export interface ImportState {
  id: number
  organisation_id: number
  format: ReadingFormat
  mapping: ColumnMapping | null
  import_status: string
  rows_total: number | null
}

/**
 * Holds the import until the transaction ends, so that two runs of one job and the people beside
 * them take turns. Null when it is in another state by now: there is nothing left to do.
 */
export async function holdImport(
  conn: Conn,
  id: number,
  status: string,
): Promise<ImportState | null> {
  const [row] = await conn.query<ImportState>(
    `select id, organisation_id, format, mapping, import_status, rows_total from readingimports
     where id = $1 and import_status = $2 and deleted_at is null for no key update`,
    [id, status],
  )
  return row ?? null
}

/** Keeps the counts people watch; they are the server's own and make no new version. */
export async function countRows(conn: Conn, id: number): Promise<void> {
  await conn.query(
    `update readingimports i set rows_done = c.done, rows_error = c.wrong,
       rows_accepted = c.accepted, rows_rejected = c.rejected
     from (select count(*) filter (where findings is not null) as done,
         count(*) filter (where severity = 'error' and staged_status = 'waiting') as wrong,
         count(*) filter (where staged_status = 'accepted') as accepted,
         count(*) filter (where staged_status = 'rejected') as rejected
       from stagedreadings where readingimport_id = $1 and deleted_at is null) c
     where i.id = $1`,
    [id],
  )
}

/** An import is done once no row waits; while one does, somebody may still mend it. */
export async function finishAccepting(conn: Conn, id: number): Promise<void> {
  await conn.query(
    `update readingimports i set import_status = case when exists (select from stagedreadings s
         where s.readingimport_id = $1 and s.staged_status = 'waiting' and s.deleted_at is null)
       then 'ready' else 'done' end
     where i.id = $1 and i.import_status in ('accepting', 'ready')`,
    [id],
  )
}

export async function setStatus(
  conn: Conn,
  id: number,
  import_status: string,
  message: string | null = null,
): Promise<void> {
  await conn.query(
    `update readingimports set import_status = $2, message = coalesce($3, message)
     where id = $1`,
    [id, import_status, message],
  )
}

/** How many rows the file has, and what is to be said of it as a whole. */
export async function noteFile(
  conn: Conn,
  id: number,
  rows_total: number,
  warnings: readonly string[],
): Promise<void> {
  const message = warnings.join(' ').slice(0, 1000) || null
  await conn.query('update readingimports set rows_total = $2, message = $3 where id = $1', [
    id,
    rows_total,
    message,
  ])
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

/** Registers with so many rows each, in batches of about so many rows. */
export function registersInBatches(
  registers: readonly { meterregister_id: number; rows: number }[],
  size: number,
): number[][] {
  const groups = registers.map(({ meterregister_id, rows }) => {
    return Array<number>(rows).fill(meterregister_id)
  })
  return inBatches(groups, size).map((batch) => batch.flatMap(([id]) => id ?? []))
}
