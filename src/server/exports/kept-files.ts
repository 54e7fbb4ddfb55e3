import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ExportedFile, ExportManifest } from '#domain/exports/manifest.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { bytesOf } from '#server/files/stored-bytes.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type ExportRun, notePart } from './export-parts.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE = 500

const COUNT = sql<{ count: number }, [organisation_id: number | null]>`
  select count(distinct stored_sha256) as count from file_contents where organisation_id = $1`

const CONTENTS = sql<{ stored_sha256: string }, [organisation_id: number | null, after: string]>`
  select distinct stored_sha256 from file_contents
  where organisation_id = $1 and stored_sha256 > $2 order by 1 limit ${PAGE}`

/** How many files of customers go with the organisation. */
export async function countKeptFiles({ client, ctx }: Snapshot): Promise<number> {
  return (await COUNT.one(plainConn(client), ctx.actor.organisation_id))?.count ?? 0
}

/**
 * The files of customers as they are kept, sealed ones sealed. They are not copied: the export names
 * their bytes, which stay in the store for as long as it does.
 */
export async function* keptFiles(
  ctx: Context,
  { client }: Snapshot,
  run: ExportRun,
  kind: ExportManifest['kind'],
): AsyncGenerator<ExportedFile> {
  for (let after = ''; kind === 'organisation'; ) {
    const rows = await CONTENTS.all(plainConn(client), ctx.actor.organisation_id, after)
    const last = rows.at(-1)
    if (!last) return
    after = last.stored_sha256
    for (const { stored_sha256 } of rows) {
      const file = await notedFile(ctx, run, stored_sha256)
      if (file) yield file
    }
  }
}

/** Looked through once: what is missing or damaged is left out, and not named in the manifest. */
async function notedFile(
  ctx: Context,
  run: ExportRun,
  stored_sha256: string,
): Promise<ExportedFile | null> {
  const found = await sumsOf(ctx, stored_sha256)
  if (!found || found.sha256 !== stored_sha256) return null
  const { size, crc } = found
  const name = `files/${stored_sha256}`
  await ctx.database.write(scopeOf(ctx), (conn) =>
    notePart(conn, run, {
      name,
      is_packed: false,
      size_bytes: size,
      crc,
      packed_size: size,
      packed_sha256: stored_sha256,
      stored_sha256,
      wrapped_key: null,
    }),
  )
  return { name, title: 'File', rows: 0, sums: {}, size, sha256: stored_sha256, columns: [] }
}

async function sumsOf(ctx: Context, sha256: string) {
  const hash = createHash('sha256')
  let size = 0
  let crc = 0
  try {
    for await (const piece of fileStoreOf(ctx.config).pieces(bytesOf(ctx, sha256))) {
      hash.update(piece)
      crc = crc32(piece, crc)
      size += piece.length
    }
  } catch (error) {
    if (sqlStateOf(error) === 'ENOENT') return null
    throw error
  }
  return { size, crc, sha256: hash.digest('hex') }
}
