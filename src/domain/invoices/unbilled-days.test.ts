import { expect, test } from 'vitest'
import { unbilledDays } from './unbilled-days.ts'

const august = { from: '2026-08-01', to: '2026-08-31' }
const october = { from: '2026-10-01', to: '2026-10-31' }

test('a month between two invoices was skipped', () => {
  expect(unbilledDays('2026-08-01', [october, august], '2026-10-31')).toEqual([
    { from: '2026-09-01', to: '2026-09-30', isBetween: true },
  ])
})

test('days before the first invoice are not billed either, but may have been elsewhere', () => {
  expect(unbilledDays('2026-07-15', [august], '2026-08-31')).toEqual([
    { from: '2026-07-15', to: '2026-07-31', isBetween: false },
  ])
})

test('days billed one after the other, or twice, leave none', () => {
  const september = { from: '2026-08-15', to: '2026-09-30' }
  expect(unbilledDays('2026-08-01', [august, september, october], '2026-10-31')).toEqual([])
})

test('without invoices, all days are unbilled; without days, none', () => {
  expect(unbilledDays('2026-08-01', [], '2026-08-10')).toEqual([
    { from: '2026-08-01', to: '2026-08-10', isBetween: false },
  ])
  expect(unbilledDays('2026-08-01', [], '2026-07-31')).toEqual([])
})

test('nothing after the last day asked for counts', () => {
  expect(unbilledDays('2026-08-01', [august, october], '2026-09-10')).toEqual([
    { from: '2026-09-01', to: '2026-09-10', isBetween: true },
  ])
})
