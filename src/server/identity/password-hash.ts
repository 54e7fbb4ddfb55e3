import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '#domain/kit/problem.ts'
import { isSame } from './digest.ts'

// Argon2id as OWASP recommends it for servers: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const MAX_WAITING = 64

const argon2Async = promisify(argon2)

/** Counted, so that a test can prove an unknown name costs as much as a known one. */
export const hashing = { done: 0, waiting: 0 }

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, cost)
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${plain(nonce)}$${plain(tag)}`
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const dummy = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${plain(randomBytes(16))}$${plain(randomBytes(TAG_BYTES))}`

/** Costs one hash whether or not there is anything to compare with. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const parts = STORED.exec(stored ?? dummy) ?? STORED.exec(dummy)
  const [, memory, passes, parallelism, nonce, tag] = parts ?? []
  const wanted = Buffer.from(tag ?? '', 'base64')
  const found = await derive(password, Buffer.from(nonce ?? '', 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return isSame(found, wanted) && stored !== null
}

async function derive(password: string, nonce: Buffer, work: typeof cost): Promise<Buffer> {
  if (hashing.waiting >= MAX_WAITING) throw new Problem('unavailable', { retryAfterSeconds: 2 })
  hashing.waiting++
  try {
    return await argon2Async('argon2id', {
      message: password.normalize('NFC'),
      nonce,
      tagLength: TAG_BYTES,
      ...work,
    })
  } finally {
    hashing.waiting--
    hashing.done++
  }
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
