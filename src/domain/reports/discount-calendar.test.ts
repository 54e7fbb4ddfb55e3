import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { isLikelyToMiss, median, payList } from './discount-calendar.ts'

const bill = (id: number, to_pay: string, discount: string, last_day = '2026-05-20') => ({
  id,
  to_pay: cents(to_pay),
  discount: cents(discount),
  last_day,
})

test('who paid late more often than not is likely to miss the next discount', () => {
  expect(isLikelyToMiss([3, 4, -2, 5, -1, 6])).toBe(true)
  expect(isLikelyToMiss([-3, 0, -2, 0, -1, 9])).toBe(false)
  expect(isLikelyToMiss([])).toBe(false)
  // Only the last six count.
  expect(isLikelyToMiss([-1, -1, -1, -1, 9, 9, 9, 9, 9, 9])).toBe(false)
})

test('the median of an even number lies between the two in the middle', () => {
  expect(median([1, 2, 3, 10])).toBe(2.5)
  expect(median([7])).toBe(7)
  expect(median([])).toBeNull()
})

test('with little money, what brings the most discount per dollar is paid first', () => {
  const bills = [bill(1, '500.00', '20.00'), bill(2, '100.00', '10.00'), bill(3, '90.00', '8.00')]
  expect(payList(bills, cents('200.00')).map(({ id }) => id)).toEqual([2, 3])
  expect(payList(bills, cents('700.00')).map(({ id }) => id)).toEqual([2, 3, 1])
  expect(payList(bills, cents('0.00'))).toEqual([])
})

test('whatever there is to pay, the money is enough for it', () => {
  const some = fc.record({
    id: fc.nat(),
    to_pay: fc.integer({ min: -5000, max: 500_000 }).map(wholeCents),
    discount: fc.integer({ min: 0, max: 50_000 }).map(wholeCents),
    last_day: fc.constant('2026-05-20'),
  })
  fc.assert(
    fc.property(fc.array(some), fc.nat({ max: 1_000_000 }), (bills, cash) => {
      const chosen = payList(bills, wholeCents(cash))
      expect(chosen.reduce((sum, one) => sum + one.to_pay, 0)).toBeLessThanOrEqual(cash)
      const ratios = chosen.map((one) => one.discount / one.to_pay)
      expect(ratios).toEqual([...ratios].sort((a, b) => b - a))
    }),
  )
})
