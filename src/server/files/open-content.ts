import { type File, file } from '#domain/files/file.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { belongsTo } from './add-file.ts'
import { openFile } from './envelope.ts'
import { fileRights } from './file-rights.ts'
import { readBytes } from './file-store.ts'

export interface KnownFile {
  id: number
  name: string
  media_type: string
  size_bytes: number
  sha256: string
  stored_sha256: string
  wrapped_key: Buffer | null
  folder: string | null
  reference_object: File['reference_object']
  reference_id: number | null
}

const KNOWN_FILE = sql<KnownFile, [id: number, organisation_id: number | null]>`select f.id, f.name,
    f.media_type, f.size_bytes, f.sha256, f.folder, f.reference_object, f.reference_id,
    c.stored_sha256, c.wrapped_key
  from files f join file_contents c on c.file_id = f.id
  where f.id = $1 and f.organisation_id = $2`

/** A file the caller may open now; a look into a sealed one leaves a trace. */
export async function admittedFile(ctx: Context, conn: Conn, id: number): Promise<KnownFile> {
  const known = await KNOWN_FILE.one(conn, id, ctx.actor.organisation_id)
  if (!known) throw notFound(file)
  if (!known.wrapped_key) return known
  if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
  if (!(await fileRights(ctx, conn)).can_decrypt) throw new Problem('forbidden')
  await recordHistory(conn, ctx, { object_class: 'file', object_id: id, action: 'unmask' })
  return known
}

export async function contentOf(ctx: Context, known: KnownFile): Promise<Buffer> {
  const bytes = await readBytes(ctx, known.stored_sha256)
  const { wrapped_key } = known
  if (!wrapped_key) return bytes
  const sealed = { bytes, wrapped_key }
  return openFile(ctx.config.secrets.fields, sealed, belongsTo(ctx, known.sha256))
}

/** The same for several, before the first byte leaves. */
export async function admittedFiles(ctx: Context, ids: number[]): Promise<KnownFile[]> {
  return ctx.database.write(scopeOf(ctx), async (conn) => {
    const known: KnownFile[] = []
    for (const id of new Set(ids)) known.push(await admittedFile(ctx, conn, id))
    return known
  })
}
