import { expect, test } from 'vitest'
import { pathOf, strokesSchema } from './drawing.ts'

test('a drawing becomes the path of an SVG, dots included', () => {
  expect(
    pathOf([
      [
        [1, 2],
        [30, 40],
      ],
      [[5, 6]],
    ]),
  ).toBe('M1 2L30 40 M5 6L6 6')
})

test.each([
  ['nothing at all', []],
  ['a line without a point', [[]]],
  ['a point outside the sheet', [[[1001, 5]]]],
  ['a point between two others', [[[1.5, 5]]]],
  ['too many lines', Array.from({ length: 61 }, () => [[1, 1]])],
  ['too many points', Array.from({ length: 4 }, () => Array.from({ length: 1000 }, () => [1, 1]))],
])('%s is no signature', (_, strokes) => {
  expect(strokesSchema.safeParse(strokes).success).toBe(false)
})

test('an ordinary signature is taken', () => {
  const stroke = Array.from({ length: 300 }, (_, n) => [n, 100])
  expect(strokesSchema.safeParse([stroke, stroke]).success).toBe(true)
})
