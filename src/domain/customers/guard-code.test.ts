import { expect, test } from 'vitest'
import { customer } from './customer.ts'
import { guardCodeFault, guardedFields, triesLeft } from './guard-code.ts'

test.each([
  ['7391', null],
  ['Kererū-22', null],
  ['1357', null],
  ['twenty characters ok', null],
  ['739', 'A guard code has 4 to 20 characters.'],
  ['twenty-one characters', 'A guard code has 4 to 20 characters.'],
  ['0000', 'That code is too easy to guess. Please pick another.'],
  ['12345', 'That code is too easy to guess. Please pick another.'],
  ['dCbA', 'That code is too easy to guess. Please pick another.'],
])('%s as a guard code: %s', (code, fault) => {
  expect(guardCodeFault(code)).toBe(fault)
})

test('everything masked is guarded but for births', () => {
  const masked = Object.entries(customer.fields)
    .filter(([, { options }]) => options.masked)
    .map(([name]) => name)
  expect(masked.filter((name) => !guardedFields.some((one) => one === name))).toEqual([
    'dob_joint',
    'dob_holder',
  ])
  expect(masked).toEqual(expect.arrayContaining([...guardedFields]))
})

test('how many tries are left is said in words', () => {
  expect([4, 1].map(triesLeft)).toEqual(['4 tries left', '1 try left'])
})
