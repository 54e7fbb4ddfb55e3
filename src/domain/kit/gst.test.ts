import { expect, test } from 'vitest'
import { gstChangedFrom, gstChangeInWords, gstPercentOn, gstTaxedAt, standardGst } from './gst.ts'

// What New Zealand has had; by hand from the Acts of 1985, 1989 and 2010.
const history = [
  { from: '1986-10-01', percent: '10' },
  { from: '1989-07-01', percent: '12.5' },
  { from: '2010-10-01', percent: '15' },
]

test.each([
  ['1980-01-01', '10'],
  ['1989-06-30', '10'],
  ['1989-07-01', '12.5'],
  ['2010-09-30', '12.5'],
  ['2010-10-01', '15'],
  ['2026-11-18', '15'],
])('a paper of %s takes %s %%', (day, percent) => {
  expect(gstPercentOn(history, day)).toBe(percent)
})

test('a change counts from the first day that is taxed otherwise, however the list is written', () => {
  const later = [...standardGst, { from: '2027-04-01', percent: '17.5' }]
  expect(gstChangedFrom(standardGst, later)).toBe('2027-04-01')
  expect(gstChangedFrom(later, standardGst)).toBe('2027-04-01')
  expect(gstChangedFrom(standardGst, [{ from: '2019-01-01', percent: '15.00' }])).toBeNull()
  const sooner = [...standardGst, { from: '2027-03-01', percent: '17.5' }]
  expect(gstChangedFrom(later, sooner)).toBe('2027-03-01')
  // The first one holds for the days before it too: another one changes all days there are.
  expect(gstChangedFrom(standardGst, [{ from: '2010-10-01', percent: '12' }])).toBe('2010-09-30')
})

test('a document keeps what it was taxed at, and a mistyped percentage is held against its day', () => {
  expect(gstTaxedAt(history, '12.5000', '2011-05-05')).toBe('12.5')
  expect(gstTaxedAt(history, '14', '2011-05-05')).toBe('15')
  expect(gstTaxedAt(history, null, '1990-01-01')).toBe('12.5')
})

test('whoever changes it reads what that does', () => {
  const later = [...standardGst, { from: '2027-04-01', percent: '17.5' }]
  const words = gstChangeInWords(standardGst, later)
  expect(words).toMatch(/^Papers dated 01 Apr 2027 and later take 17.5 % instead of 15 %/)
  expect(gstChangeInWords(later, later)).toBe('No paper is taxed otherwise than before.')
})
