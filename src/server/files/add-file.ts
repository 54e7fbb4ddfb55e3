import { file } from '#domain/files/file.ts'
import { safeName } from '#domain/files/media-type.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import type { Stored } from '#domain/kit/entity.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { detectType } from './detect-type.ts'
import { sealFile } from './envelope.ts'
import { fileRights } from './file-rights.ts'
import { lockBytes, sha256Of, storeBytes } from './file-store.ts'

export interface NewFile {
  bytes: Buffer
  /** Name, folder, notes and what it hangs on. */
  values: Stored<typeof file> & { name: string }
  isEncrypted: boolean
}

/** Takes a file in: its kind, whether it is here already, its row, and its bytes last. */
export async function addFile(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  { bytes, values, isEncrypted }: NewFile,
): Promise<Written<typeof file>> {
  if (bytes.length === 0) throw badField('content', 'That file is empty.')
  const media_type = detectType(bytes, values.name)
  if (!media_type) throw new Problem('unsupportedMedia')
  await checkAgainstOthers(ctx, conn, file, values, catalogue)
  const rights = await fileRights(ctx, conn)
  const sha256 = sha256Of(bytes)
  await lockBytes(ctx, conn, sha256)
  if (!rights.allow_duplicate_file) await refuseDuplicate(ctx, conn, sha256)
  const is_encrypted = isEncrypted || rights.encrypt
  const written = await insertRow(ctx, conn, file, {
    ...values,
    name: safeName(values.name, media_type),
    media_type,
    size_bytes: bytes.length,
    sha256,
    is_encrypted,
    user_id: ctx.actor.user_id || null,
  })
  const place = await storeContent(ctx, bytes, is_encrypted, sha256)
  const { stored_sha256, wrapped_key } = place
  await ADD_CONTENT.run(conn, written.id, ctx.actor.organisation_id, stored_sha256, wrapped_key)
  return written
}

const ADD_CONTENT = sql<
  never,
  [
    file_id: number,
    organisation_id: number | null,
    stored_sha256: string,
    wrapped_key: Buffer | null,
  ]
>`insert into file_contents (file_id, organisation_id, stored_sha256, wrapped_key)
  values ($1, $2, $3, $4)`

/** The bytes as they are, or sealed with a key of their own. */
export async function storeContent(
  ctx: Context,
  bytes: Buffer,
  isEncrypted: boolean,
  sha256: string,
): Promise<{ stored_sha256: string; wrapped_key: Buffer | null }> {
  if (!isEncrypted) return { stored_sha256: await storeBytes(ctx, bytes), wrapped_key: null }
  const sealed = sealFile(ctx.config.secrets.fields, bytes, belongsTo(ctx, sha256))
  return { stored_sha256: await storeBytes(ctx, sealed.bytes), wrapped_key: sealed.wrapped_key }
}

export const belongsTo = (ctx: Context, sha256: string) => `${ctx.actor.organisation_id} ${sha256}`

const TWIN = sql<
  { id: number; name: string; created_at: string },
  [organisation_id: number | null, sha256: string]
>`select id, name, created_at from files
  where organisation_id = $1 and sha256 = $2 and deleted_at is null order by id limit 1`

async function refuseDuplicate(ctx: Context, conn: Conn, sha256: string): Promise<void> {
  const twin = await TWIN.one(conn, ctx.actor.organisation_id, sha256)
  if (!twin) return
  const day = formatStamp(twin.created_at).slice(0, 10)
  const message = `That file is already here (${twin.name}, ${day}).`
  throw new Problem('conflict', { message, info: { file_id: twin.id, name: twin.name } })
}
