import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

// Shows: V6.2.1
test.each(['fifteen letters', '', '😀😀😀😀😀😀😀😀'])('“%s” is too short', (password) => {
  expect(passwordProblem(password)).toBe('passwordTooShort')
})

// Shows: V6.2.4
test.each([
  'passwordpassword',
  'Password12345678',
  'P-a-s-s-w-o-r-d-1-2-3',
  '1234567890123456',
  'abcdefghijklmnop',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  'correct-horse-battery-staple',
  'qwertyuiopasdfgh',
  'Switchboard2026!!!',
  'switchboard-switchboard',
  'demo-harbour-2026',
  'demo-energy-brokers-1',
  'admin-admin-admin-1',
])('“%s” is too easy to guess', (password) => {
  expect(passwordProblem(password)).toBe('passwordCommon')
})

// Shows: V6.2.5
test.each([
  'three random words here',
  'kererū under the ngaio',
  'tVk3-99xQ-plm2-7Zca',
  'correct horse battery staples of mine',
  'the harbour was grey at six',
])('“%s” is fine', (password) => {
  expect(passwordProblem(password)).toBeNull()
})

// Shows: V6.2.11
test("a password made of one's own name is too easy to guess", () => {
  expect(passwordProblem('aroha.ngata.aroha.1', ['aroha.ngata', 'aroha'])).toBe('passwordCommon')
})
