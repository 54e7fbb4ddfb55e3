import { createHmac } from 'node:crypto'
import type { SignedInput } from '#domain/kit/signed-input.ts'
import { isSame } from '#server/identity/digest.ts'

/** Secrets of Standard Webhooks begin with this; what follows is their bytes in base64. */
export const SECRET_PREFIX = 'whsec_'
const FRESH_MS = 5 * 60_000

interface SignedMessage {
  id: string
  /** In seconds. */
  timestamp: string
  body: string | Uint8Array
}

/** What Standard Webhooks signs: the name, the moment and the bytes. */
export function standardSignature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** Whether one of its signatures is by this secret, and it was sent just now. */
export function isStandardSigned(
  { headers, body }: SignedInput,
  secret: string,
  now: Date,
): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
  const isFresh = Math.abs(now.getTime() - Number(timestamp) * 1000) <= FRESH_MS
  if (!id || !/^\d{1,12}$/.test(timestamp) || !isFresh) return false
  const meant = standardSignature(secret, { id, timestamp, body })
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => isSame(one, meant))
}
