import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { MAX_FILE_BYTES, MAX_FILE_WORDS } from '#domain/files/media-type.ts'
import type { Create } from '#domain/kit/entity.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { createSchema } from '#domain/kit/schema.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { sha256Of } from './file-store.ts'

/** What is told of a file that came with a call: enough to know it when it is sent again. */
interface Upload {
  sha256: string
}

// The bytes stand beside it, so that nobody writes them into a log or a text.
const bytesOf = new WeakMap<object, Buffer>()

export function uploadedBytes(upload: unknown): Buffer {
  const bytes = isUpload(upload) ? bytesOf.get(upload) : undefined
  if (!bytes) throw badField('content', missing)
  return bytes
}

const missing = 'Send the file itself, as multipart/form-data.'
const isUpload = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && bytesOf.has(value)

/** What a form tells of its file, and the file. */
export type UploadForm = Create<typeof file> & { content: Upload; encrypt?: string | undefined }

// The schema is strict and built from the entity, as the type is.
export const uploadSchema = createSchema(file).extend({
  // Clients cannot make one: it is only ever the file that came with the call.
  content: z.custom<Upload>(isUpload, missing).meta({ type: 'string', format: 'binary' }),
  encrypt: z.enum(['true', 'false', '']).optional(),
}) as unknown as z.ZodType<UploadForm>

const limits = {
  fileSize: MAX_FILE_BYTES,
  files: 1,
  fields: 12,
  parts: 13,
  fieldSize: 40_000,
  headerPairs: 50,
}

/** Reads the one file of a form and the fields beside it, in whatever order they come. */
export async function receiveUpload(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  let fileName: string | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      const bytes = await part.toBuffer()
      const upload: Upload = { sha256: sha256Of(bytes) }
      bytesOf.set(upload, bytes)
      fileName = part.filename
      fields.content = upload
    }
  } catch (error) {
    throw problemOf(error)
  }
  // Everything in a form is text.
  const { reference_id } = fields
  if (typeof reference_id === 'string' && /^\d{1,9}$/.test(reference_id))
    fields.reference_id = Number(reference_id)
  if (fields.name === undefined && fileName) fields.name = fileName.slice(-200)
  return fields
}

function problemOf(error: unknown): unknown {
  const code = sqlStateOf(error) ?? ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem('tooLarge', { fill: { limit: MAX_FILE_WORDS } })
  if (code === 'FST_FILES_LIMIT') return badField('content', 'Send one file at a time.')
  // What is left is a form that breaks off, or no form at all.
  return error instanceof Problem ? error : new Problem('badRequest')
}
