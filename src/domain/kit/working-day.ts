// Working days of New Zealand: no weekends and no national holidays, as banks settle. Provincial
// anniversaries count as working days. Acts with a calendar of their own must not use this one.

// Matariki is set by law year by year, always on a Friday.
const MATARIKI: Record<number, string> = {
  2022: '06-24',
  2023: '07-14',
  2024: '06-28',
  2025: '06-20',
  2026: '07-10',
  2027: '06-25',
  2028: '07-14',
  2029: '07-06',
  2030: '06-21',
  2031: '07-11',
  2032: '07-02',
  2033: '06-24',
  2034: '07-07',
  2035: '06-29',
  2036: '07-18',
  2037: '07-10',
  2038: '06-25',
  2039: '07-15',
  2040: '07-06',
  2041: '07-19',
  2042: '07-11',
  2043: '07-03',
  2044: '06-24',
  2045: '07-07',
  2046: '06-29',
  2047: '07-19',
  2048: '07-03',
  2049: '06-25',
  2050: '07-15',
  2051: '06-30',
  2052: '06-21',
}

// The memorial day for Queen Elizabeth II, held once.
const HELD_ONCE = '2022-09-26'

const SATURDAY = 6
const SUNDAY = 7
const holidaysByYear = new Map<number, ReadonlyMap<string, string>>()

/** Whether the banks work on a day. */
export function isWorkingDay(day: string): boolean {
  const date = Temporal.PlainDate.from(day)
  return date.dayOfWeek < SATURDAY && !holidaysOf(date.year).has(day)
}

/** The day itself, or the first working day after it. */
export function nextWorkingDay(day: string): string {
  let date = day
  while (!isWorkingDay(date)) date = after(date, 1)
  return date
}

/** So many working days later; earlier for a negative count. */
export function addWorkingDays(day: string, count: number): string {
  const step = count < 0 ? -1 : 1
  let date = day
  for (let left = Math.abs(count); left > 0; left -= 1) {
    date = after(date, step)
    while (!isWorkingDay(date)) date = after(date, step)
  }
  return date
}

/** The national holidays of a year: the days they are observed on, with their names. */
export function holidaysOf(year: number): ReadonlyMap<string, string> {
  const known = holidaysByYear.get(year)
  if (known) return known
  const holidays = findHolidays(year)
  holidaysByYear.set(year, holidays)
  return holidays
}

function findHolidays(year: number): ReadonlyMap<string, string> {
  const on = (monthDay: string) => Temporal.PlainDate.from(`${year}-${monthDay}`)
  const easter = easterSunday(year)
  const matariki = MATARIKI[year]
  const dates: [Temporal.PlainDate, string][] = [
    [twoDaysOn(on('01-01')), 'New Year’s Day'],
    [twoDaysOn(on('01-02')), 'Day after New Year’s Day'],
    [mondayised(on('02-06')), 'Waitangi Day'],
    [easter.subtract({ days: 2 }), 'Good Friday'],
    [easter.add({ days: 1 }), 'Easter Monday'],
    [mondayised(on('04-25')), 'ANZAC Day'],
    [nthMonday(on('06-01'), 1), 'King’s Birthday'],
    ...(matariki ? [[on(matariki), 'Matariki'] satisfies [Temporal.PlainDate, string]] : []),
    [nthMonday(on('10-01'), 4), 'Labour Day'],
    [twoDaysOn(on('12-25')), 'Christmas Day'],
    [twoDaysOn(on('12-26')), 'Boxing Day'],
    [Temporal.PlainDate.from(HELD_ONCE), 'Queen Elizabeth II Memorial Day'],
  ]
  const holidays = new Map<string, string>()
  for (const [date, name] of dates.filter(([{ year: own }]) => own === year)) {
    const day = date.toString()
    const met = holidays.get(day)
    holidays.set(day, met ? `${met} and ${name}` : name)
  }
  return holidays
}

/** Waitangi and ANZAC Day move from a weekend to the Monday. */
function mondayised(date: Temporal.PlainDate): Temporal.PlainDate {
  if (date.dayOfWeek === SATURDAY) return date.add({ days: 2 })
  return date.dayOfWeek === SUNDAY ? date.add({ days: 1 }) : date
}

/** The pairs at Christmas and New Year: Saturday moves to Monday, Sunday to Tuesday. */
function twoDaysOn(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.dayOfWeek >= SATURDAY ? date.add({ days: 2 }) : date
}

function nthMonday(first: Temporal.PlainDate, n: number): Temporal.PlainDate {
  return first.add({ days: ((8 - first.dayOfWeek) % 7) + 7 * (n - 1) })
}

/** The anonymous Gregorian computus. */
function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(f / 31), day: (f % 31) + 1 })
}

function after(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
