import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTypedDay, readWholeDay } from './typed-day.ts'

// A Sunday.
const today = '2026-11-15'
const floor = '2019-01-01'
const read = (text: string, now = today) =>
  readTypedDay(text, { label: 'Payment date', today: now, floor })
const dayOf = (text: string, now = today) => {
  const reading = read(text, now)
  return 'day' in reading ? reading.day : reading.why
}

test.each([
  ['3/2/26', '2026-02-03'],
  ['03/02/2026', '2026-02-03'],
  ['3-2-2026', '2026-02-03'],
  ['3.2.26', '2026-02-03'],
  ['3feb26', '2026-02-03'],
  ['03 February 2027', '2027-02-03'],
  ['3rd Feb 2027', '2027-02-03'],
  ['03022026', '2026-02-03'],
  ['030226', '2026-02-03'],
  ['2027-02-03', '2027-02-03'],
  ['2027-2-3', '2027-02-03'],
  ['Mon 30 Nov 2026', '2026-11-30'],
  [' 3/2/26 ', '2026-02-03'],
  ['today', '2026-11-15'],
  ['T', '2026-11-15'],
  ['Tomorrow', '2026-11-16'],
  ['yesterday', '2026-11-14'],
  ['som', '2026-11-01'],
  ['eom', '2026-11-30'],
  ['+7', '2026-11-22'],
  ['+0', '2026-11-15'],
  ['-15', '2026-10-31'],
  ['\u22121', '2026-11-14'],
  ['+2w', '2026-11-29'],
  ['+1m', '2026-12-15'],
  ['-12m', '2025-11-15'],
])('%s means %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
})

test.each([
  ['30 Sept', '2026-09-30'],
  ['3/2', '2027-02-03'],
  ['17 May', '2026-05-17'],
  ['16 May', '2027-05-16'],
  // Far away, but the only one of the three years with that weekday.
  ['Tue 3 Feb', '2026-02-03'],
])('%s without a year is the nearest such day: %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
})

test('around New Year the year follows the season', () => {
  expect(dayOf('20 Dec', '2027-01-04')).toBe('2026-12-20')
  expect(dayOf('5/1', '2026-12-20')).toBe('2027-01-05')
  expect(dayOf('29 Feb', '2027-11-15')).toBe('2028-02-29')
})

test('a month has its own last day', () => {
  expect(dayOf('eom', '2028-02-01')).toBe('2028-02-29')
  expect(dayOf('eom', '2027-02-28')).toBe('2027-02-28')
  expect(dayOf('+1m', '2027-01-31')).toBe('2027-02-28')
})

test('two digits are a year that somebody living can mean', () => {
  const born = { label: 'Date of birth', today, floor: '1850-01-01' }
  expect(readTypedDay('3/2/85', born)).toEqual({ day: '1985-02-03' })
  expect(readTypedDay('3/2/46', born)).toEqual({ day: '2046-02-03' })
  expect(dayOf('3/2/85')).toBe('outside')
})

describe('what is no date is refused with its reason', () => {
  test.each([
    ['31/11/2026', 'noSuchDay', 'Payment date: there is no 31 November 2026.'],
    ['29/2/2027', 'noSuchDay', 'Payment date: there is no 29 February 2027.'],
    ['31 June', 'noSuchDay', 'Payment date: there is no 31 June.'],
    ['29 Feb', 'needsYear', 'Payment date: 29 February needs its year.'],
    ['0/1/2026', 'noSuchDay', 'Payment date: there is no 0 January 2026.'],
    [
      '11/30/2026',
      'noSuchDay',
      'Payment date: there is no month 30. The day comes first, then the month.',
    ],
    ['1/1/2015', 'outside', "Payment date can't be before 1 January 2019."],
    ['-9999', 'outside', "Payment date can't be before 1 January 2019."],
    ['1/1/2201', 'outside', 'Payment date is too far away.'],
    ['Tue 30 Nov 2026', 'otherWeekday', 'Payment date: 30 Nov 2026 is a Monday.'],
    [
      'next week',
      'notUnderstood',
      'Payment date: “next week” is not a date. Try 15/11/2026, 15 Nov, today or +7.',
    ],
  ])('%s: %s', (text, why, message) => {
    expect(read(text)).toEqual({ why, message })
  })

  test.each([
    '3',
    '3 Fob',
    '3/2/126',
    '3/2-26',
    '31/1/',
    '2026020',
    '+',
    '+12345',
    '+1y',
    'tomorrowish',
    'Feb 3',
    'Fob 3/2/2026',
    '31/1/2026x',
    '1/1/2026 2/1/2026',
  ])('%s is not understood', (text) => {
    expect(dayOf(text)).toBe('notUnderstood')
  })
})

test('a file names its years', () => {
  expect(readWholeDay('3/2/26')).toBe('2026-02-03')
  expect(readWholeDay('3 Feb 1985')).toBe('1985-02-03')
  expect(readWholeDay('3/2')).toBeNull()
  expect(readWholeDay('today')).toBeNull()
  expect(readWholeDay('31/11/2026')).toBeNull()
})

// The other way round: days are written by the calendar of the runtime, and read back.
const cases = { numRuns: 3000 }
const epoch = Date.UTC(2019, 0, 1)
const anyDate = fc
  .integer({ min: 0, max: 66_000 })
  .map((days) => new Date(epoch + days * 86_400_000))
const anyToday = fc
  .integer({ min: 1500, max: 9000 })
  .map((days) => isoOf(new Date(epoch + days * 86_400_000)))

function isoOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

const writer = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const shortMonth = writer({ month: 'short' })
const longMonth = writer({ month: 'long' })
const shortWeekday = writer({ weekday: 'short' })
const longWeekday = writer({ weekday: 'long' })

/** Every way to write a day with its year. */
function writings(date: Date): string[] {
  const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()]
  const [dd, mm] = [day, month].map((number) => String(number).padStart(2, '0'))
  const names = [shortMonth.format(date), longMonth.format(date)]
  const weekdays = [shortWeekday.format(date), longWeekday.format(date)]
  const plain = [
    ...['/', '-', '.', ' '].flatMap((sign) => [
      [day, month, year].join(sign),
      [dd, mm, year].join(sign),
    ]),
    ...names.flatMap((name) => [
      `${day} ${name} ${year}`,
      `${dd}-${name}-${year}`,
      `${day}${name.toUpperCase()}${year}`,
      `${day} ${name.toLowerCase()}, ${year}`,
    ]),
    `${dd}${mm}${year}`,
    isoOf(date),
    `${year}/${month}/${day}`,
  ]
  return [...plain, ...weekdays.flatMap((name) => plain.map((text) => `${name} ${text}`))]
}

describe('thousands of texts', () => {
  test('every day is read back from every way it is written', () => {
    fc.assert(
      fc.property(anyDate, anyToday, fc.nat(), (date, now, place) => {
        const texts = writings(date)
        const text = texts[place % texts.length] ?? ''
        expect([text, dayOf(text, now)]).toEqual([text, isoOf(date)])
      }),
      cases,
    )
  })

  test('a day that is not in the calendar is never another day', () => {
    const numbers = fc.record({
      day: fc.integer({ min: 0, max: 99 }),
      month: fc.integer({ min: 0, max: 99 }),
      year: fc.integer({ min: 2019, max: 2199 }),
      sign: fc.constantFrom('/', '-', '.', ' '),
    })
    fc.assert(
      fc.property(numbers, anyToday, ({ day, month, year, sign }, now) => {
        // The runtime rolls 31 November over to 1 December; then there is no such day.
        const date = new Date(Date.UTC(year, month - 1, day))
        const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        const text = [day, month, year].join(sign)
        const given = isThere && date.getUTCFullYear() === year ? isoOf(date) : 'noSuchDay'
        expect([text, dayOf(text, now)]).toEqual([text, given])
      }),
      cases,
    )
  })

  test('a day before the first one is refused, however it is written', () => {
    const early = fc
      .integer({ min: 1, max: 60_000 })
      .map((days) => new Date(epoch - days * 86_400_000))
    fc.assert(
      fc.property(early, anyToday, fc.nat(), (date, now, place) => {
        const texts = writings(date)
        expect(dayOf(texts[place % texts.length] ?? '', now)).toBe('outside')
      }),
      cases,
    )
  })

  test('another weekday than the day has is refused', () => {
    const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 6 }), (date, off) => {
        const name = names[(date.getUTCDay() + off) % 7]
        expect(dayOf(`${name} ${isoOf(date)}`)).toBe('otherWeekday')
      }),
      cases,
    )
  })

  test('without a year it is the day and month that were written, within a year of today', () => {
    fc.assert(
      fc.property(anyDate, anyToday, (date, now) => {
        const found = dayOf(`${date.getUTCDate()} ${longMonth.format(date)}`, now)
        const isLeapDay = isoOf(date).endsWith('02-29')
        if (isLeapDay && found === 'needsYear') return
        expect(found.slice(5)).toBe(isoOf(date).slice(5))
        const days = Math.abs(Date.parse(found) - Date.parse(now)) / 86_400_000
        expect(days).toBeLessThanOrEqual(isLeapDay ? 730 : 183)
      }),
      cases,
    )
  })

  test('a text of other characters, or with anything added to it, is no day', () => {
    const known =
      /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]? ?)?\d[\d a-z/.,-]*$|^[+-]\d+[dwm]?$|^(?:t|today|tomorrow|yesterday|som|eom)$/
    const characters = fc.constantFrom(...'0123456789/-. ,+abcdefjmnoprstuvwy'.split(''))
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 14 }), (text) => {
        const found = dayOf(text)
        if (!/^\d{4}-/.test(found)) return
        expect(text.trim()).toMatch(known)
        expect(found >= floor).toBe(true)
        // Its numbers are in the text, unless a word or a distance stands for the day.
        const numbers = text.match(/\d+/g)?.map(Number) ?? []
        const isCounted = !/^\s*[\d]/.test(text) || /^\s*\d{6,8}\s*$/.test(text)
        if (!isCounted) expect(numbers).toContain(Number(found.slice(8)))
      }),
      { numRuns: 20_000 },
    )
    fc.assert(
      fc.property(anyDate, fc.constantFrom('x', '!', '/', '1/1', ' 9', '?'), (date, more) => {
        for (const text of writings(date)) expect(dayOf(`${text}${more}`)).not.toMatch(/^\d{4}-/)
      }),
      { numRuns: 300 },
    )
  })
})
