import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const keys = [randomBytes(32)] as const

// Shows: V11.3.4
test('the same value is sealed with another nonce each time', () => {
  const sealed = Array.from({ length: 2000 }, () => seal(keys, '0109020200028000'))
  const nonces = sealed.map((one) =>
    Buffer.from(one.slice(one.indexOf('|v1.') + 4), 'base64url').toString('hex', 0, 12),
  )
  expect(new Set(nonces).size).toBe(sealed.length)
  for (const one of sealed.slice(0, 20)) expect(unseal(keys, one)).toBe('0109020200028000')
})
