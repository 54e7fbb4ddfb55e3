// Readings are counted in whole days, thousands of them in one import. Days are therefore turned
// into plain numbers, which add and compare at no cost; no clock and no time zone is involved.

const MILLISECONDS_PER_DAY = 86_400_000

/** The number of a day, counted from 1 January 1970; the text must be a day that exists. */
export function dayNumber(day: string): number {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  return Date.UTC(year, month - 1, Number(day.slice(8, 10))) / MILLISECONDS_PER_DAY
}

/** The day of a number, as YYYY-MM-DD. */
export function dayText(number: number): string {
  return new Date(number * MILLISECONDS_PER_DAY).toISOString().slice(0, 10)
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayText(dayNumber(day) + days)
}

/** How many days a period has, both ends included; none when it ends before it starts. */
export function daysIn(from: string, to: string): number {
  return Math.max(0, dayNumber(to) - dayNumber(from) + 1)
}

/** The first day of the month a day belongs to. */
export function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The last day of the month a day belongs to. */
export function monthEnd(day: string): string {
  return addDays(nextMonthStart(day), -1)
}

/** The first day of the month after the one a day belongs to. */
export function nextMonthStart(day: string): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

/** The same day a year earlier; 29 February becomes the 28th. */
export function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}
