import { expect, test } from 'vitest'
import { chargeDay, earliestCharge, firstAtBank, knownBy, lastChangeDay } from './charge-day.ts'

const facts = {
  today: '2026-05-05',
  notice_days: 10,
  due_date: '2026-05-20',
  discount_until: '2026-05-20' as string | null,
  in_time_until: '2026-05-20' as string | null,
  next_possible: null as string | null,
  first_from: null as string | null,
  is_file_closed: false,
}

test('sent on 5 May and due on the 20th, it is collected then and known by the 25th', () => {
  expect(chargeDay(facts)).toEqual({ charge_date: '2026-05-20', is_late_by_us: false })
  expect(lastChangeDay('2026-05-20')).toBe('2026-05-19')
  expect(knownBy('2026-05-20')).toBe('2026-05-25')
})

test('what is due at Christmas is collected the day before, and known on the last day of the year', () => {
  const christmas = {
    ...facts,
    today: '2026-12-08',
    due_date: '2026-12-26',
    discount_until: null,
    in_time_until: null,
  }
  expect(chargeDay(christmas).charge_date).toBe('2026-12-24')
  expect(lastChangeDay('2026-12-24')).toBe('2026-12-23')
  expect(knownBy('2026-12-24')).toBe('2026-12-31')
  // The payout is a working day later, after New Year and its Monday.
  expect(knownBy('2026-12-30')).toBe('2027-01-06')
})

test.each([
  ['Easter Monday', '2026-03-16', '2026-04-06', '2026-04-02'],
  ['Good Friday', '2027-03-05', '2027-03-26', '2027-03-25'],
  ['Easter Monday after a leap', '2028-03-30', '2028-04-17', '2028-04-13'],
  ['Labour Day', '2026-10-05', '2026-10-26', '2026-10-23'],
  ['New Year', '2026-12-10', '2027-01-01', '2026-12-31'],
  ['the day New Year is moved to', '2026-12-10', '2027-01-04', '2026-12-31'],
  ['a Sunday', '2026-05-05', '2026-05-24', '2026-05-22'],
  ['ANZAC Day on a Saturday', '2026-04-07', '2026-04-27', '2026-04-24'],
])('what is due on %s is collected on the working day before', (_name, today, due_date, day) => {
  const discounted = {
    ...facts,
    today,
    due_date,
    discount_until: due_date,
    in_time_until: due_date,
  }
  expect(chargeDay(discounted)).toEqual({ charge_date: day, is_late_by_us: false })
})

test('the discount’s last day comes before the day it is due, while it can be had', () => {
  expect(chargeDay({ ...facts, discount_until: '2026-05-18' }).charge_date).toBe('2026-05-18')
  expect(chargeDay({ ...facts, discount_until: null, in_time_until: null }).charge_date).toBe(
    '2026-05-20',
  )
})

test('nobody is collected from before ten days have passed, whatever is due', () => {
  const late = { ...facts, due_date: '2026-05-12', discount_until: null, in_time_until: null }
  expect(chargeDay(late)).toEqual({ charge_date: '2026-05-15', is_late_by_us: false })
  // Ten days on is a Sunday between New Year and the Monday it is moved to.
  expect(earliestCharge({ ...facts, today: '2026-12-24' })).toBe('2027-01-05')
})

test('a discount that only our notice makes late is not the customer’s fault', () => {
  const late = { ...facts, discount_until: '2026-05-14', in_time_until: '2026-05-14' }
  expect(chargeDay(late)).toEqual({ charge_date: '2026-05-15', is_late_by_us: true })
  const justInTime = { ...facts, discount_until: '2026-05-15', in_time_until: '2026-05-15' }
  expect(chargeDay(justInTime)).toEqual({ charge_date: '2026-05-15', is_late_by_us: false })
})

test('within the days of grace nothing is late, and nothing has to be granted', () => {
  const graced = { ...facts, discount_until: '2026-05-13', in_time_until: '2026-05-18' }
  expect(chargeDay(graced)).toEqual({ charge_date: '2026-05-15', is_late_by_us: false })
  const beyond = { ...graced, in_time_until: '2026-05-14' }
  expect(chargeDay(beyond)).toEqual({ charge_date: '2026-05-15', is_late_by_us: true })
})

test('where the bank would have been too late as well, it is not our notice', () => {
  const tomorrow = { ...facts, discount_until: '2026-05-06', in_time_until: '2026-05-06' }
  expect(chargeDay(tomorrow)).toEqual({ charge_date: '2026-05-15', is_late_by_us: false })
  const asked = { ...tomorrow, notice_days: 0 }
  expect(chargeDay(asked)).toEqual({ charge_date: '2026-05-07', is_late_by_us: false })
})

test('a discount that a bank makes late is not missed by us', () => {
  const afterPaper = { ...facts, first_from: '2026-05-26' }
  expect(chargeDay(afterPaper)).toEqual({ charge_date: '2026-05-26', is_late_by_us: false })
  const afterProvider = { ...facts, next_possible: '2026-05-21' }
  expect(chargeDay(afterProvider)).toEqual({ charge_date: '2026-05-21', is_late_by_us: false })
})

test('without notice, the second working day is the soonest, and from the evening the third', () => {
  const asked = { ...facts, notice_days: 0 }
  expect(earliestCharge(asked)).toBe('2026-05-07')
  expect(earliestCharge({ ...asked, is_file_closed: true })).toBe('2026-05-08')
  expect(earliestCharge({ ...asked, today: '2026-05-08' })).toBe('2026-05-12')
  expect(earliestCharge({ ...asked, next_possible: '2026-05-16' })).toBe('2026-05-18')
})

test.each([
  ['a plain Thursday', '2026-11-19', 10, '2026-11-23'],
  ['that evening, once the file is closed', '2026-11-19', 17, '2026-11-24'],
  ['the Friday before Labour Day', '2026-10-23', 10, '2026-10-28'],
  ['Maundy Thursday', '2026-04-02', 10, '2026-04-08'],
  ['Christmas Eve in the evening', '2026-12-24', 18, '2026-12-31'],
  ['New Year’s Eve', '2026-12-31', 9, '2027-01-06'],
  ['a Sunday', '2026-11-22', 12, '2026-11-24'],
])(
  'on %s, what the provider named weeks ago is not the next day any more',
  (_, today, hour, day) => {
    const asked = { today, is_file_closed: hour >= 17, first_from: null }
    expect(firstAtBank({ ...asked, next_possible: '2026-03-02' })).toBe(day)
    expect(firstAtBank({ ...asked, next_possible: null })).toBe(day)
    // What it named is later still, or they signed on paper: that day stands, moved off a holiday.
    expect(firstAtBank({ ...asked, next_possible: '2027-02-06' })).toBe('2027-02-09')
    expect(firstAtBank({ ...asked, next_possible: day, first_from: '2027-03-01' })).toBe(
      '2027-03-01',
    )
  },
)
