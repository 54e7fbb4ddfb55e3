import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { incomingFolder } from '#server/kit/http/spool.ts'
import { piecesOf, readerOf } from './byte-reader.ts'
import { fingerprintIn, nameOfBytes } from './bytes-name.ts'
import type { BytesOf, FileStore, KeptBytes } from './file-store.ts'

/** A folder of this machine, or of one that several servers have mounted. */
export function folderStore(filesDir: string): FileStore {
  const pathOf = (bytes: BytesOf) => join(filesDir, nameOfBytes(bytes))
  return {
    name: filesDir,
    keep: (bytes, from) => keepFile(from, pathOf(bytes)),
    pieces: (bytes) => piecesIn(pathOf(bytes)),
    discard: (bytes) => rm(pathOf(bytes), { force: true }),
    list: (organisation_id) => filesIn(join(filesDir, String(organisation_id))),
    isEmpty: async () => {
      const names = await namesIn(filesDir)
      return names.every((name) => join(filesDir, name) === incomingFolder({ filesDir }))
    },
    // Made when the first file comes, and a disk that is away is told then.
    fault: async () => null,
  }
}

/**
 * Bytes that lie on the same volume get their name: whole and on the disk, or not there at all. They
 * stay where they were as well, because a transaction that gives way to another is tried again.
 */
async function keepFile(from: string, path: string): Promise<void> {
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

async function* piecesIn(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r')
  try {
    yield* piecesOf(await readerOf(handle))
  } finally {
    await handle.close()
  }
}

async function* filesIn(folder: string): AsyncGenerator<KeptBytes> {
  for (const part of await namesIn(folder)) {
    for (const name of await namesIn(join(folder, part))) {
      const sha256 = fingerprintIn(name)
      const found = sha256 ? await stat(join(folder, part, name)).catch(() => null) : null
      // The second name of a file has the day of the first; the day of the name is its own.
      if (sha256 && found) yield { sha256, kept_at: found.ctime }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (sqlStateOf(error) === 'ENOENT') return []
    throw error
  })
}
