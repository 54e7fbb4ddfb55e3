import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What the database keeps of a secret that is itself random. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

export function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** 256 bits, fit for cookies, links and headers. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSame(a: Buffer | string, b: Buffer | string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
