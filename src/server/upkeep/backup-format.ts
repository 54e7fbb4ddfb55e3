import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { z } from 'zod'
import { nameOfBytes } from '#server/files/bytes-name.ts'
import { refusal } from '#server/kit/start/refusal.ts'

// A backup is a folder: `manifest.json`, `tables/*.copy.gz` as PostgreSQL's COPY writes them, `files/`
// as the store keeps them, and `SHA256SUMS`, which `sha256sum -c` reads. The folder gets its name when
// all of it is on the disk.

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  /** How many rows there were, and the sum of what each of them hashes to. */
  rows: z.string(),
  checksum: z.string(),
})
export type BackedUpTable = z.infer<typeof table>

const manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), sha256: z.string() })),
  /** Opens with the key that everything sealed in it opens with. */
  key_check: z.string().nullable(),
  tables: z.array(table),
  /** The kinds of jobs that were in the queue. */
  queues: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Files that the database knows and the store did not have, or not as they were. */
  missing_files: z.array(z.string()),
  sums_sha256: z.string(),
})
export type Manifest = z.infer<typeof manifest>

const NAME = /^switchboard-\d{8}T\d{6}Z$/
export const UNFINISHED = 'unfinished-'

export function backupName(now: Date): string {
  return `switchboard-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/** The names of whole backups, oldest first. */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, 'manifest.json')))
    .sort()
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) throw refusal(`${folder} is no backup: it has no manifest.json.`)
  try {
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw refusal(`${file} is damaged, or from a later version of this program.`)
  }
}

export const tableFile = ({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>) =>
  `tables/${schema}.${name}.copy.gz`

export const storedFile = (organisation_id: number, sha256: string) =>
  `files/${nameOfBytes({ organisation_id, sha256 })}`

/** The sums by path; the list itself is proved by the manifest. */
export async function readSums(folder: string, wanted: string): Promise<Map<string, string>> {
  const path = join(folder, 'SHA256SUMS')
  if (!existsSync(path) || (await sha256OfFile(path)) !== wanted)
    throw refusal(`${path} is not the one that was written with this backup.`)
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** A name in a folder is on the disk only once the folder is. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Looks at what goes through. */
export function passing(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      look(chunk)
      done(null, chunk)
    },
  })
}

/** The list that proves every part of a backup. */
export interface Sums {
  add(path: string, sha256: string): Promise<void>
  close(): Promise<string>
}
