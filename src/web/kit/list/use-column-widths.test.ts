import { expect, test } from 'vitest'
import { widthOfMost } from './use-column-widths.ts'

test.each([
  ['texts that fit are not cut', [100, 300], 1000, 340],
  ['one endless text leaves room for the others', [100, 900], 2000, 340],
  ['where it is tight, the longest give way first', [100, 300, 300], 540, 220],
  ['nothing is cut until it says nothing', [300, 300, 300, 300], 400, 150],
])('%s', (_, sizes, room, most) => {
  expect(widthOfMost(sizes, room)).toBe(most)
})
