import { expect, test } from 'vitest'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { differenceWith } from './supplier-difference.ts'

const difference = (printed: string, balance: string, payments: string[] = []) => {
  const account = { balance: cents(balance), payments: payments.map(cents) }
  return toDecimalString(differenceWith(cents(printed), account))
}

test('a supplier that says what our books say asks for nothing else', () => {
  expect(difference('92.00', '92.00')).toBe('0.00')
  expect(difference('0.00', '0.00', ['92.00'])).toBe('0.00')
})

test('a payment that crossed with the bill is no difference', () => {
  expect(difference('92.00', '0.00', ['92.00'])).toBe('0.00')
  expect(difference('142.00', '0.00', ['92.00', '50.00', '10.00'])).toBe('0.00')
})

test('what is left is the difference, and a credit is one below zero', () => {
  expect(difference('-12.40', '0.00')).toBe('-12.40')
  expect(difference('104.00', '92.00', ['5.00'])).toBe('12.00')
})
