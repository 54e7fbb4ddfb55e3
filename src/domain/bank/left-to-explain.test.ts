import { expect, test } from 'vitest'
import { leftToExplain } from './left-to-explain.ts'

test('what is left is told with what came in and what went out, over all accounts', () => {
  const everyday = { open_lines: 2, open_in: '1150.50', open_out: '0.00' }
  const savings = { open_lines: 1, open_in: '0.00', open_out: '45.25' }
  expect(leftToExplain([everyday, savings])).toEqual({
    lines: 3,
    words: '$1,150.50 in, $45.25 out',
  })
})

test('where nothing is left, it says so', () => {
  const even = { open_lines: 0, open_in: '0.00', open_out: '0.00' }
  expect(leftToExplain([even])).toEqual({ lines: 0, words: 'every line is explained' })
})
