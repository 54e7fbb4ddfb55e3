import { expect, test } from 'vitest'
import { mailLine } from './mail-line.ts'

// Shows: V12.3.1
test.each([
  ['smtp://127.0.0.1:2525', false],
  ['smtp://[::1]:2525', false],
  ['imap://reader:secret@localhost', false],
  ['smtp://mail.example.co.nz:587', true],
  ['smtp://10.0.0.7:25', true],
  ['smtps://mail.example.co.nz:465', true],
  ['imap://mail.example.co.nz', true],
  ['smtp://localhost.example.co.nz', true],
  ['smtp://127.0.0.1:2525?encryption=required', true],
  ['smtp://relay.internal:25?encryption=none', false],
])('mail by way of %s has to be encrypted: %s', (url, mustEncrypt) => {
  expect(mailLine(url).mustEncrypt).toBe(mustEncrypt)
})

test('what is said of the encryption is not handed on', () => {
  const line = mailLine('smtp://a%40b:c@relay.internal:25?encryption=none')
  expect(line.url).toBe('smtp://a%40b:c@relay.internal:25')
})
