import { expect, test } from 'vitest'
import { type QuietFacts, quietStop, quietUntil } from './quiet-hours.ts'

const sms: QuietFacts = {
  channel: 'sms',
  purpose: 'service',
  kind: 'answer',
  postcode: '6011',
  sms_quiet_hours: '20:00-08:00',
  promo_mail_quiet_hours: '21:00-07:00',
  is_awaited: false,
}
const promotional = { ...sms, purpose: 'promotional' } as const
const reminder = { ...sms, kind: 'reminder' }
const mail = { ...sms, channel: 'email' }

const inAuckland = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('Pacific/Auckland').toInstant().toString()
const untilIn = (facts: QuietFacts, local: string, zone = 'Pacific/Auckland') => {
  const until = quietUntil(facts, inAuckland(local))
  if (until === null) return null
  const there = Temporal.Instant.from(until).toZonedDateTimeISO(zone)
  return there.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

// A Tuesday to a Wednesday without any holiday near it.
test.each([
  ['2026-11-17T19:59:59', null],
  ['2026-11-17T20:00:00', '2026-11-18T08:00'],
  ['2026-11-17T23:59:59', '2026-11-18T08:00'],
  ['2026-11-18T00:00:00', '2026-11-18T08:00'],
  ['2026-11-18T07:59:59', '2026-11-18T08:00'],
  ['2026-11-18T08:00:00', null],
])('a text message of %s goes %s', (at, until) => {
  for (const facts of [sms, promotional, reminder]) expect(untilIn(facts, at)).toBe(until)
})

test('on a Sunday answers go and reminders and advertising wait for Monday', () => {
  expect(untilIn(sms, '2026-11-15T12:00')).toBeNull()
  expect(untilIn(reminder, '2026-11-15T12:00')).toBe('2026-11-16T08:00')
  expect(untilIn(promotional, '2026-11-14T20:30')).toBe('2026-11-16T08:00')
  expect(untilIn(sms, '2026-11-14T20:30')).toBe('2026-11-15T08:00')
})

test.each([
  ['Labour Day', '2026-10-26T10:00', '2026-10-27T08:00'],
  ['Matariki', '2026-07-10T10:00', '2026-07-11T08:00'],
  ['Good Friday', '2026-04-03T10:00', '2026-04-04T08:00'],
  ['Easter Saturday evening', '2026-04-04T20:00', '2026-04-07T08:00'],
  ['Christmas and Boxing Day', '2026-12-25T10:00', '2026-12-29T08:00'],
  ['New Year', '2026-12-31T21:00', '2027-01-05T08:00'],
  ['Waitangi Day on a Saturday', '2027-02-06T10:00', '2027-02-09T08:00'],
  ['ANZAC Day on a Sunday', '2027-04-24T20:00', '2027-04-27T08:00'],
])('%s is kept by reminders and advertising', (_, at, until) => {
  expect(untilIn(reminder, at)).toBe(until)
  expect(untilIn(promotional, at)).toBe(until)
})

test('provincial anniversaries are days like others', () => {
  expect(untilIn(reminder, '2026-01-26T10:00')).toBeNull()
})

// Clocks went forward at 2:00 on 27 September 2026 and back at 3:00 on 5 April 2026, both Sundays.
test.each([
  ['2026-09-26T20:00', '2026-09-27T08:00', 11],
  ['2026-04-04T20:00', '2026-04-05T08:00', 13],
  ['2026-09-27T01:59', '2026-09-27T08:00', 5 + 1 / 60],
  ['2026-09-27T03:00', '2026-09-27T08:00', 5],
])(
  'on days that change the clocks, quiet from %s ends at 8:00 on the clock',
  (at, until, hours) => {
    expect(untilIn(sms, at)).toBe(until)
    const from = Temporal.Instant.from(inAuckland(at))
    const to = Temporal.Instant.from(quietUntil(sms, inAuckland(at)) ?? '')
    expect(from.until(to).total('hours')).toBeCloseTo(hours, 6)
  },
)

test('both times that the clocks show 2:30 in April are quiet', () => {
  for (const instant of ['2026-04-04T13:30:00Z', '2026-04-04T14:30:00Z'])
    expect(quietUntil(sms, instant)).toBe('2026-04-04T20:00:00.000Z')
})

test('on the Chathams it is 45 minutes later', () => {
  const there = { ...sms, postcode: '8942' }
  expect(untilIn(there, '2026-11-17T19:14')).toBeNull()
  expect(untilIn(there, '2026-11-17T19:15', 'Pacific/Chatham')).toBe('2026-11-18T08:00')
  expect(untilIn(there, '2026-11-17T19:15')).toBe('2026-11-18T07:15')
  expect(untilIn(there, '2026-11-18T07:15')).toBeNull()
  expect(untilIn(sms, '2026-11-18T07:15')).toBe('2026-11-18T08:00')
  // Their Sunday begins while Auckland still has Saturday.
  const late = { ...there, kind: 'reminder', sms_quiet_hours: 'none' }
  expect(untilIn(late, '2026-11-14T23:20', 'Pacific/Chatham')).toBe('2026-11-16T00:00')
  expect(untilIn({ ...late, postcode: '6011' }, '2026-11-14T23:20')).toBeNull()
})

test('only advertising by mail has quiet hours, and it keeps no Sunday', () => {
  expect(untilIn(mail, '2026-11-17T23:00')).toBeNull()
  const advertised = { ...mail, purpose: 'promotional' } as const
  expect(untilIn(advertised, '2026-11-17T20:59')).toBeNull()
  expect(untilIn(advertised, '2026-11-17T21:00')).toBe('2026-11-18T07:00')
  expect(untilIn(advertised, '2026-11-18T06:59')).toBe('2026-11-18T07:00')
  expect(untilIn(advertised, '2026-11-15T12:00')).toBeNull()
})

test('what somebody waits for goes at any time', () => {
  expect(untilIn({ ...sms, is_awaited: true }, '2026-11-17T23:00')).toBeNull()
})

test('an organisation may set other hours, within a day too, or none', () => {
  expect(untilIn({ ...sms, sms_quiet_hours: '12:00-13:00' }, '2026-11-17T12:30')).toBe(
    '2026-11-17T13:00',
  )
  expect(untilIn({ ...sms, sms_quiet_hours: '12:00-13:00' }, '2026-11-17T23:30')).toBeNull()
  expect(untilIn({ ...sms, sms_quiet_hours: 'none' }, '2026-11-17T23:30')).toBeNull()
  expect(untilIn({ ...sms, sms_quiet_hours: '08:00-08:00' }, '2026-11-17T23:30')).toBeNull()
  expect(untilIn({ ...sms, sms_quiet_hours: '22:00-00:00' }, '2026-11-17T23:30')).toBe(
    '2026-11-18T00:00',
  )
})

test('it says until when', () => {
  expect(quietStop(sms, inAuckland('2026-11-17T23:00'))).toEqual({
    rule: 'quiet_hours',
    reason: 'no text messages are sent at this time',
    way_out: 'It goes Wed 18 Nov 2026, 8:00 am.',
    until: '2026-11-17T19:00:00.000Z',
    may_send_anyway: false,
  })
  expect(quietStop(sms, inAuckland('2026-11-17T12:00'))).toBeNull()
})
