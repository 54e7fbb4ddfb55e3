import { createHash } from 'node:crypto'
import { z } from 'zod'
import { MANIFEST_NAME } from '#domain/exports/manifest.ts'
import type { ByteReader } from '#server/files/byte-reader.ts'
import { extract, unpacked, type ZipEntry, zipEntries } from '#server/files/zip.ts'
import { refusal } from '#server/kit/start/refusal.ts'

const exportedFile = z.object({
  name: z.string(),
  title: z.string(),
  rows: z.int(),
  sums: z.record(z.string(), z.string()),
  size: z.int(),
  sha256: z.string(),
  columns: z.array(z.object({ name: z.string() })),
})
export type ArchivedFile = z.infer<typeof exportedFile>

// What somebody hands to us is read as strictly as a call.
const manifest = z.object({
  format: z.literal(1),
  kind: z.literal('organisation'),
  organisation: z.string(),
  as_at: z.string(),
  restore: z.object({
    organisation_id: z.int().min(1),
    migrations: z.array(z.object({ version: z.int(), sha256: z.string() })),
    key_check: z.string().nullable(),
  }),
  files: z.array(exportedFile),
})
export type ArchivedOrganisation = z.infer<typeof manifest>

/** A whole organisation as it was exported. */
export interface OrganisationArchive {
  manifest: ArchivedOrganisation
  tables: readonly ArchivedFile[]
  files: readonly ArchivedFile[]
  /** The bytes of a file; they end with a refusal unless they are those that were exported. */
  open(file: ArchivedFile): AsyncGenerator<Buffer>
}

/** Reads what an archive says it holds. */
export async function openArchive(path: string, reader: ByteReader): Promise<OrganisationArchive> {
  const entries = new Map((await zipEntries(reader))?.map((entry) => [entry.name, entry]))
  const first = entries.get(MANIFEST_NAME)
  const text = first && (await extract(reader, first))
  const read = text && manifest.safeParse(parsed(text.toString('utf8')))
  if (!read?.success) throw refusal(`${path} is no export of a whole organisation.`)
  const { data } = read
  const known = (folder: string) => data.files.filter(({ name }) => name.startsWith(folder))
  const open = (file: ArchivedFile) => proved(reader, entries.get(file.name), file)
  // Read through once before anything is changed: what is damaged is never half restored.
  for (const file of data.files) for await (const _ of open(file));
  return { manifest: data, tables: known('tables/'), files: known('files/'), open }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function* proved(
  reader: ByteReader,
  entry: ZipEntry | undefined,
  { name, sha256 }: ArchivedFile,
): AsyncGenerator<Buffer> {
  if (!entry) throw refusal(`${name} is missing in the archive.`)
  const hash = createHash('sha256')
  try {
    for await (const piece of unpacked(reader, entry)) {
      hash.update(piece)
      yield piece
    }
  } catch {
    throw damaged(name)
  }
  if (hash.digest('hex') !== sha256) throw damaged(name)
}

const damaged = (name: string) => refusal(`${name} of the archive is damaged.`)
