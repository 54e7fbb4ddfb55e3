import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type BytesOf, fileStoreOf } from './file-store.ts'

export const bytesOf = (ctx: Context, sha256: string): BytesOf => ({
  organisation_id: ctx.actor.organisation_id,
  sha256,
})

export function keepBytes(ctx: Context, from: string, sha256: string): Promise<void> {
  return fileStoreOf(ctx.config).keep(bytesOf(ctx, sha256), from)
}

const TAKE_TURNS = sql<
  never,
  [bytes: string]
>`select pg_advisory_xact_lock(hashtextextended($1, 7))`

const USE_OF_BYTES = sql<
  { file_id: number },
  [organisation_id: number | null, sha256: string]
>`select file_id from file_contents where organisation_id = $1 and stored_sha256 = $2
  union all select id from file_archives
    where organisation_id = $1 and stored_sha256 = $2 and archive_status = 'ready'
  union all select id from export_parts
    where organisation_id = $1 and stored_sha256 = $2 limit 1`

/** Who stores, finds or discards the same bytes waits for the other. */
export async function lockBytes(ctx: Context, conn: Conn, sha256: string): Promise<void> {
  await TAKE_TURNS.run(conn, `file ${ctx.actor.organisation_id} ${sha256}`)
}

/** Held by whoever makes a backup: what the database knew then must stay until it is read. */
export const STORE_LOCK = 5_719_024_432

const MAY_DISCARD = sql<{
  may: boolean
}>`select pg_try_advisory_xact_lock_shared(${STORE_LOCK}) as may`

/** Bytes that no file needs leave the store; not, and false, while a backup is being made. */
export async function discardUnused(ctx: Context, sha256: string): Promise<boolean> {
  return ctx.database.write(scopeOf(ctx), async (conn) => {
    if (!(await MAY_DISCARD.one(conn))?.may) return false
    await lockBytes(ctx, conn, sha256)
    const use = await USE_OF_BYTES.one(conn, ctx.actor.organisation_id, sha256)
    if (!use) await fileStoreOf(ctx.config).discard(bytesOf(ctx, sha256))
    return true
  })
}
