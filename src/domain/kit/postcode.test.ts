import { expect, test } from 'vitest'
import { postcodeProblem } from './postcode.ts'

test.each(['0110', '1010', '9810'])('%s is a postcode', (postcode) => {
  expect(postcodeProblem(postcode)).toBeNull()
})

test.each([
  ['', 'short'],
  ['110', 'short'],
  ['10100', 'shape'],
  ['10 10', 'shape'],
  ['101O', 'shape'],
])('%s is refused for its %s', (postcode, problem) => {
  expect(postcodeProblem(postcode)).toBe(problem)
})
