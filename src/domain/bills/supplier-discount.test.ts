import { expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import { supplierDiscount } from './supplier-discount.ts'

const bill = { supplier_due_date: '2026-05-20', discounted: cents('587.78'), money: [] }
const paid = (date: string, amount: string, closes_rest = false) => ({
  date,
  amount: cents(amount),
  closes_rest,
})

test('the supplier’s discount is open until its day has passed, and lost the day after', () => {
  expect(supplierDiscount(bill, '2026-05-20')).toBe('open')
  expect(supplierDiscount(bill, '2026-05-21')).toBe('lost')
})

test('money dated in time keeps it, whenever it is recorded', () => {
  const money = [paid('2026-05-20', '587.78')]
  expect(supplierDiscount({ ...bill, money }, '2026-06-30')).toBe('earned')
})

test('a part keeps no part, and parts in time add up', () => {
  const part = [paid('2026-05-10', '500.00')]
  expect(supplierDiscount({ ...bill, money: part }, '2026-05-21')).toBe('lost')
  const both = [...part, paid('2026-05-20', '87.78')]
  expect(supplierDiscount({ ...bill, money: both }, '2026-05-21')).toBe('earned')
  const late = [...part, paid('2026-05-21', '87.78')]
  expect(supplierDiscount({ ...bill, money: late }, '2026-05-21')).toBe('lost')
})

test('a payment in time that closes the bill keeps it, too', () => {
  const money = [paid('2026-05-20', '587.00', true)]
  expect(supplierDiscount({ ...bill, money }, '2026-05-21')).toBe('earned')
})

test('a bill that says no day loses nothing by time', () => {
  expect(supplierDiscount({ ...bill, supplier_due_date: null }, '2027-01-01')).toBe('open')
})
