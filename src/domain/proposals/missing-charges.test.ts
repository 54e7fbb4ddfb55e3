import { expect, test } from 'vitest'
import { missingCharges } from './missing-charges.ts'

const rate = (rate_name: string, rate_unit = 'kWh', rate_type = 'variable') => ({
  rate_name,
  rate_unit,
  rate_type,
})
const held = [
  rate('Day'),
  rate('Night'),
  rate('Daily charge', 'day', 'fixed'),
  rate('Levy', 'kWh', 'levy'),
]

test.each([
  ['all of them again', held, []],
  ['one rate for all use', [rate('Anytime'), ...held.slice(2)], []],
  ['day alone', [rate('day'), ...held.slice(2)], ['Night']],
  ['energy alone', [rate('Day'), rate('Night')], ['Daily charge', 'Levy']],
  ['a standing charge by another name', [...held.slice(0, 2), rate('Line', 'month')], ['Levy']],
])('an offer of %s lacks what nothing takes the place of', (_, offered, missing) => {
  expect(missingCharges(held, offered).map((one) => one.rate_name)).toEqual(missing)
})
