import { file } from '#domain/files/file.ts'
import { fileCalls, type UploadForm } from '#domain/files/file-calls.ts'
import { isViewable, MAX_FILE_BYTES, safeName } from '#domain/files/media-type.ts'
import { created, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm, uploadedFile } from '#server/kit/http/uploaded-file.ts'
import { lockRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { addFile } from './add-file.ts'
import { admittedFile, provedFile, streamOf } from './open-content.ts'
import { prepareFile } from './prepare-file.ts'
import { refuseWithoutBytes } from './purge-files-job.ts'
import { changeSealing } from './seal-file.ts'
import { unzipFile } from './unzip-file.ts'
import { archiveAnswer, archiveProgress, askForArchive } from './zip-files.ts'

const uploadForm = fileForm({
  file: 'content',
  maxBytes: MAX_FILE_BYTES,
  nameField: 'name',
  json: ['reference_id', 'folder_id'],
  inspect: async ({ config }, place, { name }) => {
    await prepareFile(config, { place, name: String(name ?? '') })
  },
})

// The same bytes are what an upload is refused for; the same name and size is what people mistake.
const TWINS = `(exists (select from files o where o.organisation_id = t.organisation_id
    and o.sha256 = t.sha256 and o.id <> t.id and o.deleted_at is null)
  or exists (select from files o where o.organisation_id = t.organisation_id
    and lower(o.name) = lower(t.name) and o.size_bytes = t.size_bytes and o.id <> t.id
    and o.deleted_at is null))`

/** Every call about files. */
export function fileRoutes(catalogue: Catalogue): Route[] {
  return serve(fileCalls, {
    ...fileVerbs(catalogue),
    upload: {
      receive: uploadForm,
      write: (ctx, conn, form) => uploadFile(ctx, conn, catalogue, form),
    },
    duplicates: listHandler(file, catalogue, {
      parameters: [],
      among: async () => ({ key: 'duplicate files', sql: () => TWINS }),
    }),
    zip: { write: askForArchive },
    zipProgress: { run: archiveProgress },
    zipDownload: { run: archiveAnswer },
    unzip: { write: (ctx, conn, { file_id }) => unzipFile(ctx, conn, catalogue, file_id) },
    download: { run: (ctx, { file_id }) => fileAnswer(ctx, file_id, false) },
    view: { run: (ctx, { file_id }) => fileAnswer(ctx, file_id, true) },
    // Open to everybody who may write, but for forms of direct debit; the way back is for those who
    // may open it.
    encrypt: { write: (ctx, conn, { file_id }) => changeSealing(ctx, conn, file_id, true) },
    decrypt: { write: (ctx, conn, { file_id }) => changeSealing(ctx, conn, file_id, false) },
  })
}

function fileVerbs(catalogue: Catalogue) {
  return verbHandlers(file, catalogue, {
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
    restore: async (ctx, conn, { id }) => {
      const written = await restoreRow(ctx, conn, file, id, catalogue)
      await refuseWithoutBytes(ctx, conn, id)
      const answer = writtenAnswer(ctx, file, written, { status: 200 })
      return { ...answer, message: 'File restored.' }
    },
  })
}

async function uploadFile(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  { content, encrypt, ...values }: UploadForm,
) {
  const written = await addFile(ctx, conn, catalogue, {
    content: await prepareFile(ctx.config, { place: uploadedFile(content), name: values.name }),
    values,
    isEncrypted: encrypt === 'true',
  })
  const answer = writtenAnswer(ctx, file, written, { status: created })
  return { ...answer, message: 'File uploaded.' }
}

async function fileAnswer(ctx: Context, id: number, isInline: boolean): Promise<Answer<null>> {
  const known = await ctx.database.write(scopeOf(ctx), (conn) =>
    admittedFile(ctx, conn, id, isInline ? 'view' : 'download'),
  )
  if (isInline && !isViewable(known.media_type)) {
    const instead = 'Download it instead.'
    const fill = { action: 'view', reason: 'browsers cannot show this kind of file', instead }
    throw new Problem('notPossible', { fill })
  }
  const { open } = await provedFile(ctx, known)
  const stream = streamOf(open())
  return {
    file: { name: known.name, type: typeOf(known.media_type), stream, isInline },
    // Whatever is in it, nothing of it runs, and nothing of ours is within its reach.
    headers: {
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
  }
}

const typeOf = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)
