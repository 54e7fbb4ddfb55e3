import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { file } from '#domain/files/file.ts'
import { safeName } from '#domain/files/media-type.ts'
import { businessDayOf } from '#domain/kit/calendar.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Spooled } from '#server/kit/http/spool.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { sealFile } from './envelope.ts'
import { fileRights } from './file-rights.ts'
import type { PreparedFile } from './prepare-file.ts'
import { refuseOverQuota } from './quota.ts'
import { keepBytes, lockBytes } from './stored-bytes.ts'

export interface NewFile {
  content: PreparedFile
  /** Name, folder, notes and what it hangs on. */
  values: StoredColumns<typeof file> & { name: string }
  isEncrypted: boolean
}

/** Takes a file in: whether it is here already, its row, and its bytes last. */
export async function addFile(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  { content, values, isEncrypted }: NewFile,
): Promise<Written<typeof file>> {
  const { media_type, sha256, size, virus_check } = content
  await checkAgainstOthers(ctx, conn, file, values, catalogue)
  const rights = await fileRights(ctx, conn)
  await lockBytes(ctx, conn, sha256)
  if (!rights.allow_duplicate_file) await refuseDuplicate(ctx, conn, sha256)
  await refuseOverQuota(ctx, conn, size)
  const is_encrypted = isEncrypted || rights.encrypt
  const written = await insertRow(ctx, conn, file, {
    ...values,
    name: safeName(values.name, media_type),
    media_type,
    size_bytes: size,
    sha256,
    is_encrypted,
    virus_check,
    user_id: ctx.actor.user_id || null,
  })
  const place = await storeContent(ctx, content, is_encrypted)
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
  { path, sha256 }: Spooled,
  isEncrypted: boolean,
): Promise<{ stored_sha256: string; wrapped_key: Buffer | null }> {
  if (!isEncrypted) {
    await keepBytes(ctx, path, sha256)
    return { stored_sha256: sha256, wrapped_key: null }
  }
  const draft = `${path}-${randomUUID()}`
  try {
    const sealed = await sealFile(ctx.config.secrets.fields, path, draft, belongsTo(ctx, sha256))
    await keepBytes(ctx, draft, sealed.sha256)
    return { stored_sha256: sealed.sha256, wrapped_key: sealed.wrapped_key }
  } finally {
    await rm(draft, { force: true })
  }
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
  const day = businessDayOf(twin.created_at)
  const message = `That file is already here (${twin.name}, ${day}).`
  throw new Problem('conflict', { message, info: { file_id: twin.id, name: twin.name } })
}
