// A day as people type it, always day before month. A text is the day it names or no day at all:
// nothing is rounded, wrapped or guessed from a part of it.

import { dayFrom, formatDayShort, LATEST_DAY } from './calendar.ts'
import { monthName, monthNames, weekdayName, weekdayNames } from './words.ts'

export type WhyNoDay = 'notUnderstood' | 'noSuchDay' | 'needsYear' | 'otherWeekday' | 'outside'

export type TypedDay = { day: string } | { why: WhyNoDay; message: string }

export interface DayQuestion {
  /** What the field is called; refusals begin with it. */
  label: string
  today: string
  /** The first day that may be answered. */
  floor: string
}

/**
 * Reads 31/1/2026, 31-1-26, 31.1.26, 310126, 31 Jan 2026, 31 January, Fri 30 Jan, 2026-01-31,
 * and the words today (t), tomorrow, yesterday, som, eom, +7, -3, +2w and +1m.
 */
export function readTypedDay(input: string, asked: DayQuestion): TypedDay {
  const text = plainText(input)
  const word = wordDay(text, asked.today)
  const found = word === null ? writtenDay(text, asked) : { day: word }
  if ('why' in found) return found
  const { label, floor } = asked
  if (found.day < floor)
    return { why: 'outside', message: `${label} can't be before ${inWords(floor)}.` }
  return found.day > LATEST_DAY ? { why: 'outside', message: `${label} is too far away.` } : found
}

/** The day of a text with a year of its own, as files have it; null if it is none. */
export function readWholeDay(input: string): string | null {
  const written = partsIn(plainText(input))
  if (!written?.year || written.weekday) return null
  const { year, month, day } = written
  return dayFrom(Number(year.length === 2 ? `20${year}` : year), month, day)
}

function plainText(input: string): string {
  return input
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th) /, '$1 ')
}

function wordDay(text: string, today: string): string | null {
  const now = Temporal.PlainDate.from(today)
  if (text === 'today' || text === 't') return today
  if (text === 'tomorrow') return now.add({ days: 1 }).toString()
  if (text === 'yesterday') return now.subtract({ days: 1 }).toString()
  if (text === 'som') return now.with({ day: 1 }).toString()
  if (text === 'eom') return now.with({ day: now.daysInMonth }).toString()
  const [, sign = '', digits = '', unit] = /^([+-])(\d{1,4})([dwm]?)$/.exec(text) ?? []
  if (sign === '') return null
  const count = Number(`${sign}${digits}`)
  if (unit === 'w') return now.add({ weeks: count }).toString()
  // A month on from the 31st is the last day of a shorter month.
  if (unit === 'm') return now.add({ months: count }).toString()
  return now.add({ days: count }).toString()
}

interface Parts {
  /** 1 for Monday to 7 for Sunday, where one is named. */
  weekday: number | undefined
  day: number
  month: number
  /** Two or four digits. */
  year: string | undefined
}

const ISO = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/
const DIGITS = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{2}|\d{4})$/
const NUMBERS = /^(?<day>\d{1,2})([/.\- ])(?<month>\d{1,2})(?:\2(?<year>\d{2}|\d{4}))?$/
const NAMED =
  /^(?<day>\d{1,2})[/.\- ]?(?<name>[a-z]{3,9})\.?(?:[/.\-, ]{0,2}(?<year>\d{2}|\d{4}))?$/

function partsIn(text: string): Parts | null {
  const [, dayName, rest = text] = /^([a-z]{3,9})[.,]? ?(\d.*)$/.exec(text) ?? []
  const weekday = dayName === undefined ? undefined : placeIn(weekdayNames, dayName)
  if (weekday === 0) return null
  for (const form of [ISO, DIGITS, NUMBERS, NAMED]) {
    const { day, month, name, year } = form.exec(rest)?.groups ?? {}
    if (!day) continue
    const place = name === undefined ? Number(month) : placeIn(monthNames, name)
    return name !== undefined && place === 0
      ? null
      : { weekday, day: Number(day), month: place, year }
  }
  return null
}

/** Counted from 1; 0 where no name begins so. Three letters tell all of them apart. */
function placeIn(names: readonly string[], start: string): number {
  return names.findIndex((name) => name.toLowerCase().startsWith(start)) + 1
}

function writtenDay(text: string, { label, today }: DayQuestion): TypedDay {
  const written = partsIn(text)
  if (written === null) {
    const shown = text.length > 30 ? `${text.slice(0, 30)}…` : text
    const message = `${label}: “${shown}” is not a date. Try 15/11/2026, 15 Nov, today or +7.`
    return { why: 'notUnderstood', message }
  }
  const { weekday, day, month, year } = written
  const name = monthNames[month - 1]
  if (name === undefined)
    return {
      why: 'noSuchDay',
      message: `${label}: there is no month ${month}. The day comes first, then the month.`,
    }
  const years = year === undefined ? yearsAround(today) : [fullYear(year, today)]
  const days = years.flatMap((one) => dayFrom(one, month, day) ?? [])
  if (days.length === 0) return missing(label, `${day} ${name}`, year ? years[0] : undefined)
  const fitting = days.filter((one) => weekday === undefined || weekdayOf(one) === weekday)
  const nearest = nearestTo(today, fitting)
  if (nearest) return { day: nearest }
  const told = nearestTo(today, days) ?? today
  const is = `${formatDayShort(told)} is a ${weekdayName(weekdayOf(told))}`
  return { why: 'otherWeekday', message: `${label}: ${is}.` }
}

function missing(label: string, dayAndMonth: string, year: number | undefined): TypedDay {
  if (!year && dayAndMonth === '29 February')
    return { why: 'needsYear', message: `${label}: 29 February needs its year.` }
  const whole = year ? `${dayAndMonth} ${year}` : dayAndMonth
  return { why: 'noSuchDay', message: `${label}: there is no ${whole}.` }
}

// Without a year the nearest such day is meant, before or after today, and the earlier one where
// both are as near: 20 Dec typed in January is last month, 5 Jan typed in December is next month.
// A weekday chooses among the same three years.
function yearsAround(today: string): number[] {
  const year = Number(today.slice(0, 4))
  return [year - 1, year, year + 1]
}

function nearestTo(today: string, days: string[]): string | undefined {
  const distance = (day: string) =>
    Math.abs(Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' }).days)
  return days.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Two digits are a year of this century, unless that is over twenty years away: then the last. */
function fullYear(digits: string, today: string): number {
  if (digits.length === 4) return Number(digits)
  const year = 2000 + Number(digits)
  return year > Number(today.slice(0, 4)) + 20 ? year - 100 : year
}

function weekdayOf(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek
}

/** 1 January 2019. */
function inWords(day: string): string {
  const [year, month, number] = day.split('-').map(Number)
  return `${number} ${monthName(month ?? 1)} ${year}`
}
