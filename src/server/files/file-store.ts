import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

// Bytes are stored under their own fingerprint: nothing a client says is ever part of a path, and
// what is read is proved to be what was written.

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function pathOf(ctx: Context, sha256: string): string {
  const { organisation_id } = ctx.actor
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(organisation_id))
    throw new Error('A file has no place.')
  return join(ctx.config.filesDir, String(organisation_id), sha256.slice(0, 2), sha256)
}

/** Whole and on the disk, or not there at all. */
export async function storeBytes(ctx: Context, bytes: Buffer): Promise<string> {
  const sha256 = sha256Of(bytes)
  const path = pathOf(ctx, sha256)
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `draft-${randomUUID()}`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
    const place = await open(folder, 'r')
    await place.sync().finally(() => place.close())
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return sha256
}

export async function readBytes(ctx: Context, sha256: string): Promise<Buffer> {
  const bytes = await readFile(pathOf(ctx, sha256))
  if (sha256Of(bytes) !== sha256) throw new Error(`The stored file ${sha256} is damaged.`)
  return bytes
}

const TAKE_TURNS = sql<
  never,
  [bytes: string]
>`select pg_advisory_xact_lock(hashtextextended($1, 7))`

const USE_OF_BYTES = sql<
  { file_id: number },
  [organisation_id: number | null, sha256: string]
>`select file_id from file_contents where organisation_id = $1 and stored_sha256 = $2 limit 1`

/** Who stores, finds or discards the same bytes waits for the other. */
export async function lockBytes(ctx: Context, conn: Conn, sha256: string): Promise<void> {
  await TAKE_TURNS.run(conn, `file ${ctx.actor.organisation_id} ${sha256}`)
}

/** Held by whoever makes a backup: what the database knew then must stay until it is read. */
export const STORE_LOCK = 5_719_024_432

const MAY_DISCARD = sql<{
  may: boolean
}>`select pg_try_advisory_xact_lock_shared(${STORE_LOCK}) as may`

/** Bytes that no file needs leave the disk; not, and false, while a backup is being made. */
export async function discardUnused(ctx: Context, sha256: string): Promise<boolean> {
  return ctx.database.write(scopeOf(ctx), async (conn) => {
    if (!(await MAY_DISCARD.one(conn))?.may) return false
    await lockBytes(ctx, conn, sha256)
    const use = await USE_OF_BYTES.one(conn, ctx.actor.organisation_id, sha256)
    if (!use) await rm(pathOf(ctx, sha256), { force: true })
    return true
  })
}
