import { Readable } from 'node:stream'
import type { File } from '#domain/files/file.ts'
import { MAX_ARCHIVED, type RefusedPart } from '#domain/files/file-calls.ts'
import { MAX_FILE_BYTES } from '#domain/files/media-type.ts'
import { created, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { addFile } from './add-file.ts'
import { admittedFile, admittedFiles, contentOf, type KnownFile } from './open-content.ts'
import { extract, type ZipEntry, zipEntries, zipOf } from './zip.ts'

const MAX_TOTAL = 100 * 2 ** 20
const MAX_RATIO = 100

/** Several files as one. */
export async function zipFiles(ctx: Context, { ids }: { ids: number[] }) {
  const known = await admittedFiles(ctx, ids)
  const total = known.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  if (total > MAX_TOTAL) throw tooLarge('Together those files are too big.')
  const stream = Readable.from(zipOf(packed(ctx, known)))
  return { file: { name: 'files.zip', type: 'application/zip', stream } }
}

async function* packed(ctx: Context, known: KnownFile[]) {
  for (const one of known) yield { name: one.name, bytes: await contentOf(ctx, one) }
}

/** Each file of an archive becomes one here, beside it, in a folder of the archive's name. */
export async function unzipFile(ctx: Context, conn: Conn, catalogue: Catalogue, file_id: number) {
  const known = await admittedFile(ctx, conn, file_id)
  const bytes = await contentOf(ctx, known)
  const { reference_object, reference_id } = known
  const folder = known.folder ?? known.name.replace(/\.zip$/i, '')
  const made: File[] = []
  const refused: RefusedPart[] = []
  for (const entry of takenEntries(known, bytes)) {
    try {
      const content = await extract(bytes, entry)
      if (!content) throw new Problem('badRequest', { message: 'That part is damaged.' })
      const name = entry.name.split('/').at(-1) ?? ''
      const values = { name, folder, reference_object, reference_id }
      const isEncrypted = known.wrapped_key !== null
      const part = { bytes: content, values, isEncrypted }
      made.push((await addFile(ctx, conn, catalogue, part)).row)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.push({ name: entry.name, code: error.code, message: error.message })
    }
  }
  const left = refused.length > 0 ? `, ${refused.length} left out` : ''
  const message = `${made.length} taken out${left}.`
  return { status: created, data: made, info: { refused }, message }
}

/** What an archive promises is judged before anything is unfolded. */
function takenEntries({ media_type }: KnownFile, bytes: Buffer): ZipEntry[] {
  const all = media_type === 'application/zip' ? zipEntries(bytes) : null
  if (!all) {
    const fill = { action: 'unzip', reason: 'it is not a ZIP archive', instead: '' }
    throw new Problem('notPossible', { fill })
  }
  const entries = all.filter(({ name }) => !name.endsWith('/'))
  if (all.length > MAX_ARCHIVED) throw tooLarge(`It holds more than ${MAX_ARCHIVED} files.`)
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_TOTAL || entries.some(isBomb))
    throw tooLarge('What is in it is too big.')
  if (all.some(isTrick)) {
    const fill = { action: 'unzip', reason: 'it holds links or unsafe names', instead: '' }
    throw new Problem('notPossible', { fill })
  }
  return entries
}

const isBomb = ({ size, packedSize }: ZipEntry) =>
  size > MAX_FILE_BYTES || (size > 100_000 && size > packedSize * MAX_RATIO)

const isTrick = ({ name, isPlain }: ZipEntry) =>
  !isPlain ||
  name.includes('\\') ||
  name.includes('\u0000') ||
  /^(\/|[a-z]:)/i.test(name) ||
  name.split('/').includes('..')

const tooLarge = (message: string) => new Problem('tooLarge', { message })
