import type { BytesOf } from './file-store.ts'

const SHA256 = /^[0-9a-f]{64}$/

/** The same in every store and in every backup: `7/3f/3f…`. */
export function nameOfBytes({ organisation_id, sha256 }: BytesOf): string {
  if (!SHA256.test(sha256) || !Number.isSafeInteger(organisation_id))
    throw new Error('A file has no place.')
  return `${organisation_id}/${sha256.slice(0, 2)}/${sha256}`
}

/** The fingerprint in such a name; null for what is named in another way. */
export function fingerprintIn(name: string): string | null {
  const last = name.split('/').at(-1) ?? ''
  return SHA256.test(last) ? last : null
}
