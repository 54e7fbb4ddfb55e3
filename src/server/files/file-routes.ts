import { Readable } from 'node:stream'
import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { isViewable, safeName } from '#domain/files/media-type.ts'
import { created, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Answer, type Route, route } from '#server/kit/http/route.ts'
import { uploadedBytes } from '#server/kit/http/uploaded-file.ts'
import { lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { addFile } from './add-file.ts'
import { unzipRoute, zipRoute } from './archive-routes.ts'
import { admittedFiles, contentOf } from './open-content.ts'
import { storedFileForm, storedFileSchema, type UploadForm } from './receive-upload.ts'
import { sealingRoutes } from './sealing-routes.ts'

/** Every call about files. */
export function fileRoutes(catalogue: Catalogue): Route[] {
  return [
    uploadRoute(catalogue),
    ...resource(file, catalogue, {
      without: ['create'],
      update: async (ctx, conn, input) => {
        const { row } = await lockRow(ctx, conn, file, input.id)
        // The ending goes on telling what is inside, whatever the new name.
        const name = input.name ? { name: safeName(input.name, row.media_type ?? '') } : {}
        const change = { ...input, ...name }
        const written = await reviseRow(ctx, conn, file, change, {
          rights: () => {},
          others: (before) => checkAgainstOthers(ctx, conn, file, change, catalogue, before),
        })
        return writtenAnswer(ctx, file, written, { status: updated })
      },
    }),
    zipRoute,
    unzipRoute(catalogue),
    downloadRoute,
    viewRoute,
    ...sealingRoutes,
  ]
}

const uploadRoute = (catalogue: Catalogue): Route =>
  route<UploadForm>({
    method: 'PUT',
    path: '/file',
    summary: 'Upload a file of up to 25 MB, with what it hangs on',
    policy: { from: 'user' },
    output: { entity: file, many: false },
    input: storedFileSchema,
    receive: storedFileForm,
    write: async (ctx, conn, { content, encrypt, ...values }) => {
      const written = await addFile(ctx, conn, catalogue, {
        bytes: uploadedBytes(content),
        values,
        isEncrypted: encrypt === 'true',
      })
      const answer = writtenAnswer(ctx, file, written, { status: created })
      return { ...answer, message: 'File uploaded.' }
    },
  })

const downloadRoute = route<{ id: number }>({
  method: 'POST',
  path: '/file/:id/download',
  summary: 'A file, to be saved',
  policy: { from: 'user' },
  sends: '*/*',
  target: file,
  replayed: false,
  input: z.strictObject({ id: idSchema }),
  run: (ctx, { id }) => fileAnswer(ctx, id, false),
})

const viewRoute = route<{ id: number }>({
  method: 'POST',
  path: '/file/:id/view',
  summary: 'A PDF or picture, to be looked at',
  policy: { from: 'user' },
  sends: '*/*',
  target: file,
  replayed: false,
  input: z.strictObject({ id: idSchema }),
  run: (ctx, { id }) => fileAnswer(ctx, id, true),
})

async function fileAnswer(ctx: Context, id: number, isInline: boolean): Promise<Answer> {
  const [known] = await admittedFiles(ctx, [id])
  if (!known) throw new Error('A file was admitted and is not there.')
  if (isInline && !isViewable(known.media_type)) {
    const instead = 'Download it instead.'
    const fill = { action: 'view', reason: 'browsers cannot show this kind of file', instead }
    throw new Problem('notPossible', { fill })
  }
  const stream = Readable.from([await contentOf(ctx, known)])
  return {
    file: { name: known.name, type: typeOf(known.media_type), stream, isInline },
    // Whatever is in it, nothing of it runs, and nothing of ours is within its reach.
    headers: { 'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'" },
  }
}

const typeOf = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)
