import { expect, test } from 'vitest'
import { wentBackWords } from './went-back-words.ts'

test.each([
  ['90.00', '90.00', 'Taken back on 25 May 2026'],
  ['90.00', '54.25', '54.25 of 90.00 taken back on 25 May 2026'],
  ['-54.25', '-54.25', 'Given back on 25 May 2026'],
  ['-54.25', '-1.00', '1.00 of 54.25 given back on 25 May 2026'],
])('of %s %s went back: %s', (amount, back, words) => {
  expect(wentBackWords(amount, { amount: back, day: '2026-05-25' })).toBe(words)
})
