import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './context.ts'

/** Bytes on the disk that nothing refers to yet. */
export interface Spooled {
  path: string
  size: number
  sha256: string
}

/** Beside the files that stay, so that keeping one needs no second copy. */
export const incomingFolder = ({ filesDir }: { filesDir: string }) => join(filesDir, 'incoming')

/** Writes what comes in to the disk, a piece at a time, and hashes it on the way. */
export async function spool(
  config: { filesDir: string },
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Spooled> {
  const folder = incomingFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      await handle.writeFile(piece)
    }
    await handle.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { path, size, sha256: hash.digest('hex') }
}

const STALE_MS = 3_600_000

/** What a server left behind that was killed while something came in. */
export async function clearIncoming(config: { filesDir: string }, clock: Clock): Promise<void> {
  const folder = incomingFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    // Another server on the same folder may be taking something in.
    if (found && clock.now().getTime() - found.mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}
