import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Conn, sqlStateOf } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

// Bytes are stored under their own fingerprint: nothing a client says is ever part of a path, and
// what is read is proved to be what was written.

export function pathOf(ctx: Context, sha256: string): string {
  const { organisation_id } = ctx.actor
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(organisation_id))
    throw new Error('A file has no place.')
  return join(ctx.config.filesDir, String(organisation_id), sha256.slice(0, 2), sha256)
}

/**
 * Bytes that lie on the same volume get their name: whole and on the disk, or not there at all. They
 * stay where they were as well, because a transaction that gives way to another is tried again.
 */
export async function keepBytes(ctx: Context, from: string, sha256: string): Promise<void> {
  const path = pathOf(ctx, sha256)
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `draft-${randomUUID()}`)
  try {
    await secondName(from, draft)
    await rename(draft, path)
    const place = await open(folder, 'r')
    await place.sync().finally(() => place.close())
  } finally {
    await rm(draft, { force: true })
  }
}

// Not every volume knows second names for the same bytes.
async function secondName(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!/^(EPERM|ENOTSUP|EXDEV|EMLINK|EOPNOTSUPP)$/.test(sqlStateOf(error) ?? '')) throw error
    await copyFile(from, to)
    const copy = await open(to, 'r+')
    await copy.sync().finally(() => copy.close())
  }
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
