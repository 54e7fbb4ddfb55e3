import { readFile, rm } from 'node:fs/promises'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { encodingOf, isOtherDocument } from '#domain/kit/import/text-encoding.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { isUpload, missingUpload, receivedUpload, type Upload } from '#domain/kit/upload.ts'
import { isDiskTrouble, sqlStateOf } from '#server/kit/database/database.ts'
import type { Context } from './context.ts'
import { inMegabytes } from './large-body.ts'
import type { Intake } from './route.ts'
import { type Spooled, spool } from './spool.ts'

// The bytes are on the disk, and their place stands beside the upload, so that nobody writes it into
// a log, a text or a digest of the call.
const places = new WeakMap<object, Spooled>()
const taken = new WeakMap<FastifyRequest, Spooled[]>()

/** Where the bytes are until the call is over. */
export function uploadedFile(upload: unknown): Spooled {
  const place = isUpload(upload) ? places.get(upload) : undefined
  if (!place) throw badField('content', missingUpload)
  return place
}

/** Bytes on the disk as a call takes them. */
export function uploadOf(place: Spooled): Upload {
  const upload = receivedUpload(place.sha256)
  places.set(upload, place)
  return upload
}

/** Once a call is over, whatever came with it is kept elsewhere or not at all. */
export async function dropUploads(request: FastifyRequest): Promise<void> {
  for (const { path } of taken.get(request) ?? []) await rm(path, { force: true })
  taken.delete(request)
}

/** A text file's text, however it was saved. */
export async function uploadedText(upload: Upload): Promise<string> {
  const bytes = await readFile(uploadedFile(upload).path)
  if (isOtherDocument(bytes)) {
    const message = 'That is a document or a workbook, not a text file. Save it as CSV first.'
    throw new Problem('unsupportedMedia', { message })
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

interface Form {
  /** The field the file comes under. */
  file: string
  maxBytes: number
  /** The field for the file's own name, where none is sent. */
  nameField?: string
  /** Looks at the file before anything is locked for its call. */
  inspect?(ctx: Context, file: Spooled, fields: { name?: unknown }): Promise<void>
  /** Everything in a form is text: these fields are numbers, flags or lists, written as JSON. */
  json?: readonly string[]
}

const limits = { files: 1, fields: 12, parts: 13, fieldSize: 40_000, headerPairs: 50 }

/** The one way large things come in: a form of one file and the fields beside it, in any order. */
export function fileForm({ file, maxBytes, nameField, inspect, json = [] }: Form): Intake {
  const read = async (request: FastifyRequest, ctx: Context) => {
    const fields: Record<string, unknown> = {}
    let fileName: string | undefined
    try {
      for await (const part of request.parts({ limits: { ...limits, fileSize: maxBytes } })) {
        if (part.type === 'field') {
          const { fieldname: name, value } = part
          fields[name] = json.includes(name) ? valueIn(value) : value
          continue
        }
        fileName = part.filename
        const place = await spool(ctx.config, part.file)
        taken.set(request, [...(taken.get(request) ?? []), place])
        fields[part.fieldname] = uploadOf(place)
      }
    } catch (error) {
      throw problemOf(error, file, maxBytes)
    }
    if (nameField && fields[nameField] === undefined && fileName)
      fields[nameField] = fileName.slice(-200)
    if (json.includes(file) && isUpload(fields[file]))
      fields[file] = await jsonIn(fields[file], file)
    if (isUpload(fields[file])) await inspect?.(ctx, uploadedFile(fields[file]), fields)
    return fields
  }
  return { maxBytes, read }
}

// What is no JSON stays the text it is, for the schema to refuse.
function valueIn(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return text
  }
}

async function jsonIn(upload: object, field: string): Promise<unknown> {
  const text = await readFile(uploadedFile(upload).path, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw badField(field, 'This is no JSON.')
  }
}

function problemOf(error: unknown, file: string, maxBytes: number): unknown {
  const code = sqlStateOf(error) ?? ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem('tooLarge', { fill: { limit: inMegabytes(maxBytes) } })
  if (code === 'FST_FILES_LIMIT') return badField(file, 'Send one file at a time.')
  // A disk that is full is no fault of the form.
  if (isDiskTrouble(error)) return error
  // What is left is a form that breaks off, or no form at all.
  return error instanceof Problem ? error : new Problem('badRequest')
}
