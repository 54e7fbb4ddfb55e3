import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FieldKeys, withEither } from '#server/kit/rows/seal.ts'

// Each file has a key of its own, and only that key is sealed with the server's: a file given away
// with its key opens no other. What it belongs to is sealed along, so that no two can be swapped.

interface SealedFile {
  bytes: Buffer
  wrapped_key: Buffer
}

export function sealFile(keys: FieldKeys, bytes: Buffer, belongsTo: string): SealedFile {
  const own = randomBytes(32)
  return {
    bytes: sealBytes(own, bytes, `file ${belongsTo}`),
    wrapped_key: wrapKey(keys, own, belongsTo),
  }
}

/** Throws unless every bit is as it was sealed. */
export function openFile(keys: FieldKeys, sealed: SealedFile, belongsTo: string): Buffer {
  const own = unwrapKey(keys, sealed.wrapped_key, belongsTo)
  return openBytes(own, sealed.bytes, `file ${belongsTo}`)
}

export function wrapKey([key]: FieldKeys, own: Buffer, belongsTo: string): Buffer {
  return sealBytes(key, own, `file key ${belongsTo}`)
}

export function unwrapKey(keys: FieldKeys, wrapped: Buffer, belongsTo: string): Buffer {
  return withEither(keys, (key) => openBytes(key, wrapped, `file key ${belongsTo}`))
}

function sealBytes(key: Buffer, bytes: Buffer, belongsTo: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(belongsTo))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function openBytes(key: Buffer, packed: Buffer, belongsTo: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(belongsTo))
  decipher.setAuthTag(packed.subarray(12, 28))
  return Buffer.concat([decipher.update(packed.subarray(28)), decipher.final()])
}
