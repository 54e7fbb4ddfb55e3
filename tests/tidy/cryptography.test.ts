import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from './source.ts'

const source = sourceFiles('src').filter((file) => !isTest(file))
const allOf = (pattern: RegExp) =>
  new Set(source.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found)))

// Shows: V11.2.3, V11.3.1, V11.3.2, V11.3.3
test('what is sealed is sealed with AES-256-GCM', () => {
  expect(allOf(/create(?:Cipher|Decipher)iv\('([^']+)'/g)).toEqual(new Set(['aes-256-gcm']))
})

// Shows: V11.4.1, V11.4.3
test('what is hashed is hashed with SHA-256', () => {
  // One gateway signs its calls with an older hash, and only its own calls are proved by it.
  expect(allOf(/\b(?:createHash|createHmac|hash|hkdfSync)\('([^']+)'/g)).toEqual(
    new Set(['sha256', 'sha1']),
  )
  const older = source.filter(({ text }) => /\('sha1'/.test(text)).map(({ path }) => path)
  expect(older).toEqual(['src/server/integrations/twilio-sms.ts'])
})

// Shows: V9.1.2, V11.6.1
test('what is signed is signed with Ed25519 or HS256', () => {
  expect(allOf(/generateKeyPairSync\('([^']+)'/g)).toEqual(new Set(['ed25519']))
  expect(allOf(/\balg(?:orithms)?: \[?'([^']+)'/g)).toEqual(new Set(['HS256']))
})

// Shows: V6.5.3, V7.2.3, V11.5.1
test('chance comes from the system, never from Math.random', () => {
  const server = source.filter(({ path }) => /^src\/(server|domain)\//.test(path))
  expect(server.filter(({ text }) => /Math\.random/.test(text))).toEqual([])
})

// Shows: V11.2.4
test('secrets are compared in constant time, in one place', () => {
  const secret = '[tT]oken|[sS]ecret|[hH]ash|[sS]ignature|[dD]igest'
  const compared = new RegExp(`(${secret}) [=!]== [^nuf'"]|[=!]== [\\w.]*(${secret})\\b`)
  const offenders = source.filter(
    ({ path, text }) =>
      /^src\/server\/(identity|webhooks|invoices\/account-proof|health)/.test(path) &&
      compared.test(text),
  )
  expect(offenders.map(({ path }) => path)).toEqual([])
  expect(
    source.filter(({ text }) => text.includes('timingSafeEqual(')).map(({ path }) => path),
  ).toEqual(['src/server/identity/digest.ts'])
})

// Shows: V11.2.1
test('cryptography comes from Node and four known packages', () => {
  const foreign = allOf(/from '((?:crypto-js|bcrypt|argon2|tweetnacl|node-forge|@noble)[^']*)'/g)
  expect(foreign).toEqual(new Set())
})

// Shows: V11.1.1, V11.1.2
test('the inventory names every file that seals, hashes, signs or draws by chance', () => {
  const inventory = readFileSync(join(import.meta.dirname, '../../docs/cryptography.md'), 'utf8')
  const uses = /from 'node:crypto'|from 'jose'|from 'otpauth'|from '@simplewebauthn\/server'/
  const isOnlyName = /^import \{ randomUUID \} from 'node:crypto'$/m
  const missing = source
    .filter(({ path, text }) => path.startsWith('src/server/') && uses.test(text))
    .filter(({ text }) => !isOnlyName.test(text))
    .filter(({ path }) => !inventory.includes(path.replace('src/server/', '')))
  expect(missing.map(({ path }) => path)).toEqual([])
})
