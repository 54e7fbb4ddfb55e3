import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

// The least that Argon2id allows: hundreds of sign-ins of the tests need not be hard to guess.
const cost = { memory: 8, passes: 1, parallelism: 1 }

/** A stored password like any other, but checked in no time. */
export async function quickHash(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await promisify(argon2)('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    tagLength: 32,
    ...cost,
  })
  const parts = [
    `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`,
    plain(nonce),
    plain(tag),
  ]
  return `$argon2id$v=19$${parts.join('$')}`
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
