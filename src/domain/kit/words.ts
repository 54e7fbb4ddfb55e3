// The words of the calendar and of measures, each in one place: a second language begins here.

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Monday is the first, as in Temporal. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** January is 1; nothing for what is no month. */
export const monthName = (month: number): string => monthNames[month - 1] ?? ''

/** Monday is 1; nothing for what is no day of the week. */
export const weekdayName = (dayOfWeek: number): string => weekdayNames[dayOfWeek - 1] ?? ''

/** The first three letters, where there is little room. */
export const shortWord = (name: string): string => name.slice(0, 3)

/** Apr 2026, of a month or of any day in it; 2026-04 is April. */
export const monthAndYear = (month: string): string =>
  `${shortWord(monthName(Number(month.slice(5, 7))))} ${month.slice(0, 4)}`

// Units that are kept in plain letters.
const units: Readonly<Record<string, string>> = { m3: 'm³' }

/** A unit as people write it. */
export const unitWord = (unit: string): string => units[unit] ?? unit
