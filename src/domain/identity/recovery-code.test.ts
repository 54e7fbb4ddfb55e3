import { expect, test } from 'vitest'
import { recoveryCodeFrom, typedRecoveryCode } from './recovery-code.ts'

// Shows: V6.5.2, V6.5.4
test('a code is six groups of four letters, without those that are mistaken', () => {
  const code = recoveryCodeFrom(Uint8Array.from({ length: 24 }, (_, place) => place * 17))
  expect(code).toMatch(/^([0-9a-hj-km-np-tv-z]{4}-){5}[0-9a-hj-km-np-tv-z]{4}$/)
  expect(typedRecoveryCode(code)).toBe(code.replaceAll('-', ''))
})

test.each([
  ['4K2M 9XQA 07TC HWZN', '4k2m9xqa07tchwzn'],
  ['4k2m9xqaO7tchwzn', '4k2m9xqa07tchwzn'],
  ['ilil-0000-0000-0000', '1111000000000000'],
  ['123456', null],
  ['4k2m-9xqa-07tc-hwz', null],
  ['4k2m-9xqa-07tc-hwz!', null],
])('%s is read as %s', (typed, read) => {
  expect(typedRecoveryCode(typed)).toBe(read)
})
