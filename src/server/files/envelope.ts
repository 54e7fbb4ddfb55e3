import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { type FieldKeys, withEither } from '#server/kit/rows/seal.ts'
import { type ByteReader, piecesOf, withReader } from './byte-reader.ts'

// Each file has a key of its own, and only that key is sealed with the server's: a file given away
// with its key opens no other. What it belongs to is sealed along, so that no two can be swapped.
// A sealed file is its nonce, the tag that proves it, and the body.

const NONCE = 12
const TAG = 16
const BODY = NONCE + TAG

/** Seals the bytes of one file into another, a piece at a time. */
export async function sealFile(
  keys: FieldKeys,
  from: string,
  to: string,
  belongsTo: string,
): Promise<{ sha256: string; wrapped_key: Buffer }> {
  const own = randomBytes(32)
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', own, nonce)
  cipher.setAAD(Buffer.from(`file ${belongsTo}`))
  const handle = await open(to, 'wx', 0o600)
  try {
    // The tag is known at the end and stands at the beginning.
    let at = BODY
    const put = async (bytes: Buffer) => {
      await handle.write(bytes, 0, bytes.length, at)
      at += bytes.length
    }
    await withReader(from, async (reader) => {
      for await (const piece of piecesOf(reader)) await put(cipher.update(piece))
    })
    await put(cipher.final())
    await handle.write(Buffer.concat([nonce, cipher.getAuthTag()]), 0, BODY, 0)
    await handle.sync()
  } catch (error) {
    await rm(to, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  const sha256 = await withReader(to, sha256Of)
  return { sha256, wrapped_key: wrapKey(keys, own, belongsTo) }
}

export async function sha256Of(reader: ByteReader): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(reader)) hash.update(piece)
  return hash.digest('hex')
}

/**
 * What was sealed, a piece at a time; ends with an error unless every bit is as it was sealed. Who
 * passes pieces on before the end has proved the file first.
 */
export async function* openedPieces(
  keys: FieldKeys,
  sealed: { pieces: AsyncGenerator<Buffer>; wrapped_key: Buffer },
  belongsTo: string,
): AsyncGenerator<Buffer> {
  const own = unwrapKey(keys, sealed.wrapped_key, belongsTo)
  const { head, rest } = await headOf(sealed.pieces)
  const decipher = createDecipheriv('aes-256-gcm', own, head.subarray(0, NONCE), {
    authTagLength: TAG,
  })
  decipher.setAAD(Buffer.from(`file ${belongsTo}`))
  decipher.setAuthTag(head.subarray(NONCE, BODY))
  yield decipher.update(rest)
  for await (const piece of sealed.pieces) yield decipher.update(piece)
  decipher.final()
}

/** What stands before the body, however it was cut into pieces on its way. */
async function headOf(pieces: AsyncGenerator<Buffer>): Promise<{ head: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0)
  while (read.length < BODY) {
    const { value, done } = await pieces.next()
    if (done) throw new Error('A sealed file ends before it begins.')
    read = Buffer.concat([read, value])
  }
  return { head: read.subarray(0, BODY), rest: read.subarray(BODY) }
}

export function wrapKey([key]: FieldKeys, own: Buffer, belongsTo: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(`file key ${belongsTo}`))
  const body = Buffer.concat([cipher.update(own), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

export function unwrapKey(keys: FieldKeys, wrapped: Buffer, belongsTo: string): Buffer {
  return withEither(keys, (key) => {
    const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, NONCE), {
      authTagLength: TAG,
    })
    decipher.setAAD(Buffer.from(`file key ${belongsTo}`))
    decipher.setAuthTag(wrapped.subarray(NONCE, BODY))
    return Buffer.concat([decipher.update(wrapped.subarray(BODY)), decipher.final()])
  })
}
