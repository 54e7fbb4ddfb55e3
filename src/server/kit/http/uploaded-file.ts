import { createHash } from 'node:crypto'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badField, Problem } from '#domain/kit/problem.ts'
import { isUpload, missingUpload, receivedUpload, type Upload } from '#domain/kit/upload.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { inMegabytes } from './large-body.ts'
import type { Intake } from './route.ts'

// The bytes stand beside it, so that nobody writes them into a log, a text or a digest of the call.
const bytesOf = new WeakMap<object, Buffer>()

export function uploadedBytes(upload: unknown): Buffer {
  const bytes = isUpload(upload) ? bytesOf.get(upload) : undefined
  if (!bytes) throw badField('content', missingUpload)
  return bytes
}

/** A text file's text, or null where it is none. */
export function uploadedText(upload: Upload): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(uploadedBytes(upload))
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

interface Form {
  /** The field the file comes under. */
  file: string
  maxBytes: number
  /** The field for the file's own name, where none is sent. */
  nameField?: string
  /** Everything in a form is text: these fields are numbers, flags or lists, written as JSON. */
  json?: readonly string[]
}

const limits = { files: 1, fields: 12, parts: 13, fieldSize: 40_000, headerPairs: 50 }

/** The one way large things come in: a form of one file and the fields beside it, in any order. */
export function fileForm({ file, maxBytes, nameField, json = [] }: Form): Intake {
  const read = async (request: FastifyRequest) => {
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
        fields[part.fieldname] = await taken(part.file)
      }
    } catch (error) {
      throw problemOf(error, file, maxBytes)
    }
    if (nameField && fields[nameField] === undefined && fileName)
      fields[nameField] = fileName.slice(-200)
    if (json.includes(file) && isUpload(fields[file])) fields[file] = jsonIn(fields[file], file)
    return fields
  }
  return { maxBytes, read }
}

/** Hashed while it comes in, so that no large file is gone over at once. */
async function taken(stream: AsyncIterable<Buffer>): Promise<Upload> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  const upload = receivedUpload(hash.digest('hex'))
  bytesOf.set(upload, Buffer.concat(chunks))
  return upload
}

// What is no JSON stays the text it is, for the schema to refuse.
function valueIn(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return text
  }
}

function jsonIn(upload: object, field: string): unknown {
  try {
    return JSON.parse(uploadedBytes(upload).toString('utf8'))
  } catch {
    throw badField(field, 'This is no JSON.')
  }
}

function problemOf(error: unknown, file: string, maxBytes: number): unknown {
  const code = sqlStateOf(error) ?? ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem('tooLarge', { fill: { limit: inMegabytes(maxBytes) } })
  if (code === 'FST_FILES_LIMIT') return badField(file, 'Send one file at a time.')
  // What is left is a form that breaks off, or no form at all.
  return error instanceof Problem ? error : new Problem('badRequest')
}
