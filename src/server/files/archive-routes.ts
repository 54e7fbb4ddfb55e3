import { Readable } from 'node:stream'
import { z } from 'zod'
import type { File } from '#domain/files/file.ts'
import { MAX_FILE_BYTES } from '#domain/files/media-type.ts'
import { created, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { addFile } from './add-file.ts'
import { admittedFile, admittedFiles, contentOf, type KnownFile } from './open-content.ts'
import { extract, type ZipEntry, zipEntries, zipOf } from './zip.ts'

const MAX_ENTRIES = 200
const MAX_TOTAL = 100 * 2 ** 20
const MAX_RATIO = 100

export const zipRoute = route<{ ids: number[] }>({
  method: 'POST',
  path: '/file/zip',
  summary: 'Several files as one archive',
  policy: { from: 'user', notWhileImpersonating: true },
  sends: 'application/zip',
  replayed: false,
  input: z.strictObject({ ids: z.array(idSchema).min(1).max(MAX_ENTRIES) }),
  run: async (ctx, { ids }) => {
    const known = await admittedFiles(ctx, ids)
    const total = known.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    if (total > MAX_TOTAL) throw tooLarge('Together those files are too big.')
    const stream = Readable.from(zipOf(packed(ctx, known)))
    return { file: { name: 'files.zip', type: 'application/zip', stream } }
  },
})

async function* packed(ctx: Context, known: KnownFile[]) {
  for (const one of known) yield { name: one.name, bytes: await contentOf(ctx, one) }
}

/** Each file of an archive becomes one here, beside it, in a folder of the archive's name. */
export const unzipRoute = (catalogue: Catalogue): Route =>
  route<{ file_id: number }>({
    method: 'POST',
    path: '/file/unzip',
    summary: 'Take the files out of an archive',
    policy: { from: 'user' },
    input: z.strictObject({ file_id: idSchema }),
    write: async (ctx, conn, { file_id }) => {
      const known = await admittedFile(ctx, conn, file_id)
      const bytes = await contentOf(ctx, known)
      const { reference_object, reference_id } = known
      const folder = known.folder ?? known.name.replace(/\.zip$/i, '')
      const made: File[] = []
      const refused: { name: string; code: number; message: string }[] = []
      for (const entry of takenEntries(known, bytes)) {
        try {
          const content = await extract(bytes, entry)
          if (!content) throw new Problem('badRequest', { message: 'That part is damaged.' })
          const name = entry.name.split('/').at(-1) ?? ''
          const values = { name, folder, reference_object, reference_id }
          const isEncrypted = known.wrapped_key !== null
          const written = await addFile(ctx, conn, catalogue, {
            bytes: content,
            values,
            isEncrypted,
          })
          made.push(written.row)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          refused.push({ name: entry.name, code: error.code, message: error.message })
        }
      }
      const left = refused.length > 0 ? `, ${refused.length} left out` : ''
      const message = `${made.length} taken out${left}.`
      return { status: created, data: made, info: { refused }, message }
    },
  })

/** What an archive promises is judged before anything is unfolded. */
function takenEntries({ media_type }: KnownFile, bytes: Buffer): ZipEntry[] {
  const all = media_type === 'application/zip' ? zipEntries(bytes) : null
  if (!all) {
    const fill = { action: 'unzip', reason: 'it is not a ZIP archive', instead: '' }
    throw new Problem('notPossible', { fill })
  }
  const entries = all.filter(({ name }) => !name.endsWith('/'))
  if (all.length > MAX_ENTRIES) throw tooLarge(`It holds more than ${MAX_ENTRIES} files.`)
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
