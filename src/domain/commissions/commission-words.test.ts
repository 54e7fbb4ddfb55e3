import { expect, test } from 'vitest'
import type { Commission } from './commission.ts'
import { derivation } from './commission-words.ts'

type Derived = Exclude<keyof Parameters<typeof derivation>[0], symbol>

const entry: Pick<Commission, Derived> = {
  ...{ kind: 'ongoing', base: '26.04', share_percent: '60', base_part: '15.62', rate: '10' },
  ...{ rate_unit: 'percent', amount: '1.56', reason: null },
}

test.each<[Partial<typeof entry>, string]>([
  [{}, '26.04 × 60 % = 15.62; × 10 % = 1.56'],
  [{ share_percent: '100', base_part: '26.04', amount: '2.60' }, '26.04 × 10 % = 2.60'],
  [
    { base: '-26.04', base_part: '-15.62', amount: '-1.56', rate: '10.50' },
    '−26.04 × 60 % = −15.62; × 10.5 % = −1.56',
  ],
  [
    { kind: 'signup', rate_unit: 'fixed', rate: '150', base: null, amount: '90.00' },
    '150.00 × 60 % = 90.00',
  ],
  [{ rate_unit: 'fixed', rate: '5', share_percent: '100', amount: '5.00' }, '5.00 as agreed'],
  [
    { kind: 'clawback', base_part: '90.00', amount: '-54.25' },
    'The part of 90.00 for the days the contract did not last',
  ],
  [{ kind: 'clawback', base_part: null }, 'The whole of an amount that was stated'],
  [{ kind: 'correction', reason: 'Agreed by phone' }, 'Agreed by phone'],
])('an amount tells how it came about: %j', (more, words) => {
  expect(derivation({ ...entry, ...more })).toBe(words)
})
