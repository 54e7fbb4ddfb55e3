import { discardUnused } from '#server/files/stored-bytes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

/** Somebody's work on an export: a later attempt takes its place. */
export interface ExportRun {
  export_id: number
  attempt: number
  /** Where in the archive the next file stands; the manifest comes first. */
  place: number
}

/** A file of an export as it lies in the store. */
export interface ExportPart {
  name: string
  is_packed: boolean
  size_bytes: number
  crc: number
  packed_size: number
  packed_sha256: string
  stored_sha256: string
  wrapped_key: Buffer | null
}

/** Somebody stopped the export, or another worker has taken it over. */
export class ExportStopped extends Error {}

const ADD_PART = sql<
  { id: number },
  [
    export_id: number,
    attempt: number,
    place: number,
    name: string,
    is_packed: boolean,
    size_bytes: number,
    crc: number,
    packed_size: number,
    packed_sha256: string,
    stored_sha256: string,
    wrapped_key: Buffer | null,
  ]
>`insert into export_parts (organisation_id, export_id, attempt, place, name, is_packed, size_bytes,
    crc, packed_size, packed_sha256, stored_sha256, wrapped_key)
  select e.organisation_id, e.id, e.attempt, $3, $4, $5, $6, $7, $8, $9, $10, $11 from exports e
  where e.id = $1 and e.attempt = $2 and e.export_status = 'running' for share
  returning id`

/** Only for whoever still works on it. */
export async function notePart(conn: Conn, run: ExportRun, part: ExportPart): Promise<void> {
  const { name, is_packed, size_bytes, crc, packed_size, packed_sha256 } = part
  const { stored_sha256, wrapped_key } = part
  const noted = await ADD_PART.one(
    conn,
    ...([run.export_id, run.attempt, run.place, name, is_packed, size_bytes] as const),
    ...([crc, packed_size, packed_sha256, stored_sha256, wrapped_key] as const),
  )
  if (!noted) throw new ExportStopped()
}

const DROP_PARTS = sql<
  { stored_sha256: string },
  [export_id: number, before_attempt: number]
>`delete from export_parts where export_id = $1 and attempt < $2 returning stored_sha256`

/** Takes away what an earlier attempt has left; bytes that a backup needs are swept later. */
export async function dropParts(ctx: Context, export_id: number, before: number): Promise<void> {
  const gone = await ctx.database.write(scopeOf(ctx), (conn) =>
    DROP_PARTS.all(conn, export_id, before),
  )
  for (const { stored_sha256 } of gone) await discardUnused(ctx, stored_sha256)
}

const SIZES = sql<
  { bytes: number; parts: number },
  [export_id: number, attempt: number]
>`select coalesce(sum(packed_size), 0)::bigint as bytes, count(*)::int as parts
  from export_parts where export_id = $1 and attempt = $2`

/** How much of an export is written. */
export async function sizeOf(conn: Conn, { export_id, attempt }: ExportRun) {
  return (await SIZES.one(conn, export_id, attempt)) ?? { bytes: 0, parts: 0 }
}

const PARTS = sql<
  ExportPart,
  [export_id: number]
>`select p.name, p.is_packed, p.size_bytes, p.crc, p.packed_size, p.packed_sha256,
    p.stored_sha256, p.wrapped_key
  from export_parts p join exports e on e.id = p.export_id and e.attempt = p.attempt
  where p.export_id = $1 order by p.place`

export const partsOf = (conn: Conn, export_id: number) => PARTS.all(conn, export_id)
