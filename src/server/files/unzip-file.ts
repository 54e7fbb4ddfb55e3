import { rm } from 'node:fs/promises'
import type { File } from '#domain/files/file.ts'
import { MAX_ARCHIVED, type RefusedPart } from '#domain/files/file-calls.ts'
import { MAX_FILE_BYTES } from '#domain/files/media-type.ts'
import { created, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { tooLarge } from '#server/kit/http/large-body.ts'
import { spool } from '#server/kit/http/spool.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { addFile } from './add-file.ts'
import { type ByteReader, withReader } from './byte-reader.ts'
import { folderNamed } from './folder-tree.ts'
import { admittedFile, type KnownFile, provedFile } from './open-content.ts'
import { prepareFile } from './prepare-file.ts'
import { extract, type ZipEntry, zipEntries } from './zip.ts'

/** What goes into an archive or comes out of one, all together. */
export const MAX_TOTAL = 100 * 2 ** 20
const MAX_RATIO = 100

/** Each file of an archive becomes one here, in a folder of the archive's name beside it. */
export async function unzipFile(ctx: Context, conn: Conn, catalogue: Catalogue, file_id: number) {
  const known = await admittedFile(ctx, conn, file_id)
  const { open } = await provedFile(ctx, known)
  const archive = await spool(ctx.config, open())
  try {
    return await withReader(archive.path, (reader) => takeOut(ctx, conn, catalogue, known, reader))
  } finally {
    await rm(archive.path, { force: true })
  }
}

async function takeOut(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  known: KnownFile,
  archive: ByteReader,
) {
  const { reference_object, reference_id } = known
  let folder_id: number | null = null
  const isEncrypted = known.wrapped_key !== null
  const made: File[] = []
  const refused: RefusedPart[] = []
  for (const entry of await takenEntries(known, archive)) {
    const name = nameIn(entry)
    try {
      const part = await extract(archive, entry)
      if (!part) throw new Problem('badRequest', { message: 'That part is damaged.' })
      const place = await spool(ctx.config, [part])
      try {
        // What was said of the whole holds for its parts; what nobody has looked at is looked at now.
        const said = known.virus_check && { virus_check: known.virus_check }
        const content = await prepareFile(ctx.config, { place, name, ...said })
        folder_id ??= await folderNamed(ctx, conn, folderOf(known), known.folder_id)
        const values = { name, folder_id, reference_object, reference_id }
        const taken = await addFile(ctx, conn, catalogue, { content, values, isEncrypted })
        made.push(taken.row)
      } finally {
        await rm(place.path, { force: true })
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.push({ name: entry.name, code: error.code, message: error.message })
    }
  }
  const left = refused.length > 0 ? `, ${refused.length} left out` : ''
  const message = `${made.length} taken out${left}.`
  return { status: created, data: made, info: { refused }, message }
}

const folderOf = ({ name }: KnownFile) => name.replace(/\.zip$/i, '')
const nameIn = ({ name }: ZipEntry) => name.split('/').at(-1) ?? ''

/** What an archive promises is judged before anything is unfolded. */
async function takenEntries(known: KnownFile, archive: ByteReader): Promise<ZipEntry[]> {
  const all = known.media_type === 'application/zip' ? await zipEntries(archive) : null
  if (!all) {
    const fill = { action: 'unzip', reason: 'it is not a ZIP archive', instead: '' }
    throw new Problem('notPossible', { fill })
  }
  const entries = all.filter(({ name }) => !name.endsWith('/'))
  if (all.length > MAX_ARCHIVED)
    throw new Problem('tooLarge', { fill: { limit: `${MAX_ARCHIVED} files` } })
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_TOTAL || entries.some(isBomb))
    throw tooLarge(MAX_TOTAL)
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
