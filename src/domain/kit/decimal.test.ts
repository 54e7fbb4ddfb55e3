import { expect, test } from 'vitest'
import { Exact } from './decimal.ts'

test('the widest quantity times the widest rate times the widest percentage loses no digit', () => {
  const product = new Exact('999999999999.999999').times('9999999999.99999999').times('99999.9999')
  const digits = 999999999999999999n * 999999999999999999n * 999999999n
  expect(product.times(10n ** 18n).toFixed(0)).toBe(String(digits))
})
