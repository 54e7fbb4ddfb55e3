import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// High-harm values are kept as `mask|sealed` in one column: lists and CSV read the mask with plain
// SQL, and the value itself opens only with the key, which the database never sees.

/**
 * The key that values are sealed with now, and those that older ones may still be sealed with while
 * keys are being changed.
 */
export type FieldKeys = readonly [current: Buffer, ...earlier: Buffer[]]

/**
 * The last three characters tell values apart; of a bank account those before the suffix, which is
 * nearly always the same, and of a birth date none.
 */
export function maskOf(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return '••••'
  const told = /^\d{16}$/.test(value) ? value.slice(10, 13) : value.replace(/\W/g, '').slice(-3)
  return `••••${told}`
}

export function seal(keys: FieldKeys, value: string): string {
  return `${maskOf(value)}${sealWhole(keys, value)}`
}

/** For secrets of which not even the last letters may be seen, and for whole files. */
export function sealWhole([key]: FieldKeys, value: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
  return `|v1.${sealed}`
}

export function unseal(keys: FieldKeys, stored: string): string {
  const packed = Buffer.from(stored.slice(stored.indexOf('|v1.') + 4), 'base64url')
  return withEither(keys, (key) => {
    const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, 12))
    decipher.setAuthTag(packed.subarray(12, 28))
    return Buffer.concat([decipher.update(packed.subarray(28)), decipher.final()]).toString('utf8')
  })
}

/** What the first key that fits opens; a key that does not fit throws. */
export function withEither<T>(keys: FieldKeys, open: (key: Buffer) => T): T {
  let failure: unknown
  for (const key of keys) {
    try {
      return open(key)
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}
