import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { sumQuantities } from './quantity.ts'
import { type ChargedUse, quantityFor } from './rate-quantity.ts'

const april: ChargedUse = {
  from: '2026-04-01',
  to: '2026-04-30',
  use: { quantity: '50.000000', energy: '561.590000', losses: '5.000000' },
  meter_capacity_amount: '69',
  meter_capacity_charged: true,
  with_losses: false,
}

test.each([
  ['kWh', '561.590000'],
  ['GJ', '2.021724'],
  ['m3', '50.000000'],
  ['day', '30.000000'],
  ['month', '1.000000'],
  ['kVA', '2070.000000'],
  ['each', '1.000000'],
  ['furlong', null],
  ['constructor', null],
])('a rate per %s is multiplied by %s', (unit, quantity) => {
  expect(quantityFor(unit, april)).toBe(quantity)
})

test('thirty-five gigajoules are 9,722.22 kWh', () => {
  const use = { quantity: '0', energy: '9722.222222', losses: '0' }
  expect(quantityFor('GJ', { ...april, use })).toBe('35.000000')
})

test('losses are charged only where the rate says so', () => {
  expect(quantityFor('kWh', { ...april, with_losses: true })).toBe('566.590000')
})

test('capacity is charged only where the meter says so', () => {
  expect(quantityFor('kVA', { ...april, meter_capacity_charged: false })).toBe('0.000000')
})

test('half of April and a third of June are so many months', () => {
  const charged = { ...april, from: '2026-04-16', to: '2026-06-10' }
  expect(quantityFor('month', charged)).toBe('1.833333')
})

test('months that are cut anywhere add up', () => {
  const length = fc.integer({ min: 2, max: 400 })
  fc.assert(
    fc.property(length, fc.double({ min: 0, max: 0.99, noNaN: true }), (days, share) => {
      const from = '2027-11-20'
      const to = addDays(from, days - 1)
      const cut = addDays(from, Math.floor((days - 1) * share))
      const parts = [
        quantityFor('month', { ...april, from, to: cut }) ?? '',
        quantityFor('month', { ...april, from: addDays(cut, 1), to }) ?? '',
      ]
      expect(sumQuantities(parts)).toBe(quantityFor('month', { ...april, from, to }))
    }),
  )
})
