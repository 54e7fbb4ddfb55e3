import { expect, test } from 'vitest'
import { contrastOnWhite, isReadable, palerColour, standardLook } from './look.ts'

// As WebAIM and the examples of WCAG 2.2 give them.
test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#777777', 4.48],
  ['#767676', 4.54],
  ['#ff0000', 4],
  ['#0000ff', 8.59],
])('%s on white has a contrast of %d', (colour, expected) => {
  expect(contrastOnWhite(colour)).toBeCloseTo(expected, 1)
})

test('a colour is taken from the contrast on that everybody reads', () => {
  expect(isReadable('#767676')).toBe(true)
  expect(isReadable('#777777')).toBe(false)
  expect(isReadable(standardLook.colour)).toBe(true)
  for (const text of ['red', '#fff', '#12345', '#1234567', ' #123456', 'url(x)'])
    expect(isReadable(text), text).toBe(false)
})

test('a paler colour lies between the full one and white', () => {
  expect(palerColour('#000000', 0)).toBe('#000000')
  expect(palerColour('#102030', 1)).toBe('#ffffff')
  expect(palerColour('#000000', 0.5)).toBe('#808080')
})
