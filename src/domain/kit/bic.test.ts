import { expect, test } from 'vitest'
import { bicProblem, normaliseBic } from './bic.ts'

test.each(['ANZBNZ22', 'ASBBNZ2A', 'BKNZNZ22', 'wpac nz 2w', 'KIWINZ22', 'KIWINZ22XXX'])(
  '%s is the code of a bank',
  (input) => {
    expect(bicProblem(normaliseBic(input))).toBeNull()
  },
)

test.each([
  ['', 'short'],
  ['ANZBNZ2', 'short'],
  ['ANZBNZ22X', 'shape'],
  ['AN1BNZ22', 'shape'],
  ['ANZB-NZ22', 'shape'],
])('%s is refused for its %s', (input, problem) => {
  expect(bicProblem(normaliseBic(input))).toBe(problem)
})
