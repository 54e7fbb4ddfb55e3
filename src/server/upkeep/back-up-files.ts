import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { sqlStateOf } from '#server/kit/database/database.ts'
import {
  backupsIn,
  passing,
  type Sums,
  sha256OfFile,
  storedFile,
  syncFolder,
} from './backup-format.ts'
import type { Backup } from './make-backup.ts'

const PART = 1000

interface StoredFile {
  organisation_id: number
  stored_sha256: string
}

/**
 * The files that the database knew at that moment. What the backup before this one has already is
 * linked to it, and costs no space again; it is read first, so that no damage is passed on.
 */
export async function backUpFiles(
  client: pg.Client,
  { store, to, signal }: Backup,
  draft: string,
  sums: Sums,
): Promise<{ count: number; bytes: number; missing: string[] }> {
  const before = backupsIn(to).at(-1)
  const folders = new Set<string>()
  const result = { count: 0, bytes: 0, missing: [] as string[] }
  await client.query(
    `declare stored no scroll cursor for select distinct organisation_id, stored_sha256
     from file_contents order by 1, 2`,
  )
  for (;;) {
    const { rows } = await client.query<StoredFile>(`fetch ${PART} from stored`)
    if (rows.length === 0) break
    for (const { organisation_id, stored_sha256 } of rows) {
      signal?.throwIfAborted()
      const path = storedFile(organisation_id, stored_sha256)
      const target = join(draft, path)
      if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true })
      folders.add(dirname(target))
      const isLinked =
        before !== undefined && (await linked(join(to, before, path), target, stored_sha256))
      const live = store.pieces({ organisation_id, sha256: stored_sha256 })
      const bytes = isLinked ? 0 : await copied(live, target, stored_sha256)
      if (bytes === null) {
        result.missing.push(path)
        continue
      }
      await sums.add(path, stored_sha256)
      result.count += 1
      result.bytes += bytes
    }
  }
  for (const folder of folders) await syncFolder(folder)
  return result
}

async function linked(from: string, target: string, sha256: string): Promise<boolean> {
  try {
    if ((await sha256OfFile(from)) !== sha256) return false
    await link(from, target)
    return true
  } catch {
    // It is not there, cannot be read, or lies on another disk: the store still has it.
    return false
  }
}

/** How many bytes were copied; null unless they are what their name says. */
async function copied(
  from: AsyncGenerator<Buffer>,
  to: string,
  sha256: string,
): Promise<number | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const look = passing((chunk) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  try {
    const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(from, look, target)
  } catch (error) {
    await rm(to, { force: true })
    if (sqlStateOf(error) === 'ENOENT') return null
    throw error
  }
  if (hash.digest('hex') === sha256) return bytes
  await rm(to, { force: true })
  return null
}
