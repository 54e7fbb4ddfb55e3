import { expect, test } from 'vitest'
import { emptyFields, rowProblem } from './bank-file.ts'

test.each([
  ['2026-11-05', '1628.45', null],
  [null, '1628.45', 'There is no date.'],
  ['2026-02-30', '1628.45', 'There is no date.'],
  ['2026-11-06', '1628.45', 'The date is in the future.'],
  ['2018-12-31', '1628.45', 'The date is before 2019.'],
  ['2019-01-01', '-0.01', null],
  ['2026-11-05', null, 'There is no amount in dollars and cents.'],
  ['2026-11-05', '0.00', 'An amount of 0.00 moves nothing.'],
  ['2026-11-05', '-0', 'An amount of 0.00 moves nothing.'],
  ['2026-11-05', '1.625', 'There is no amount in dollars and cents.'],
])('on 5 November a row of %s with %s: %s', (transaction_date, amount, problem) => {
  expect(rowProblem({ ...emptyFields, transaction_date, amount }, '2026-11-05')).toBe(problem)
})
