import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { weaknessOf } from './weak-secret.ts'

test.each([
  ['short', 'fewer than 32'],
  ['passwordpasswordpasswordpassword', 'placeholder'],
  ['change-me-change-me-change-me-change-me', 'placeholder'],
  ['SESSION_SECRET_of_our_production_host', 'placeholder'],
  ['abcdefghijklmnopqrstuvwxyz0123456789', 'neighbouring'],
  ['a'.repeat(64), 'neighbouring'],
  ['q8Kz'.repeat(12), 'repeats'],
  ['10101001110101010101110101011010101010', 'neighbouring'],
])('%s is refused: it %s', (secret, why) => {
  expect(weaknessOf(secret)).toContain(why)
})

test('what openssl and people with dice make is taken', () => {
  for (let n = 0; n < 200; n++) {
    expect(weaknessOf(randomBytes(32).toString('base64'))).toBeNull()
    expect(weaknessOf(randomBytes(32).toString('hex'))).toBeNull()
  }
  expect(weaknessOf('kauri-lantern-ferry-mussel-quarry-bolt')).toBeNull()
})
