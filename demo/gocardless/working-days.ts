// The double has a calendar of its own, so that an error in the product's calendar is found by it.

const { PlainDate } = Temporal
type Day = Temporal.PlainDate

// Set by statute for each year.
const matariki = ['2025-06-20', '2026-07-10', '2027-06-25', '2028-07-14', '2029-07-06']
// The days after Easter Sunday follow from it.
const easterSundays = ['2025-04-20', '2026-04-05', '2027-03-28', '2028-04-16', '2029-04-01']

const [MONDAY, SATURDAY, SUNDAY] = [1, 6, 7]

/** Waitangi and ANZAC Day: given on Monday where they fall on a weekend. */
function mondayised(day: Day): Day {
  if (day.dayOfWeek === SATURDAY) return day.add({ days: 2 })
  return day.dayOfWeek === SUNDAY ? day.add({ days: 1 }) : day
}

/** Christmas and New Year come in pairs: Saturday goes to Monday, Sunday to Tuesday. */
function ofPair(day: Day): Day {
  return day.dayOfWeek >= SATURDAY ? day.add({ days: 2 }) : day
}

function mondayOf(year: number, month: number, nth: number): Day {
  const first = PlainDate.from({ year, month, day: 1 })
  return first.add({ days: ((MONDAY + 7 - first.dayOfWeek) % 7) + (nth - 1) * 7 })
}

function holidaysOf(year: number): Set<string> {
  const on = (month: number, day: number) => PlainDate.from({ year, month, day })
  const easter = easterSundays.filter((day) => day.startsWith(String(year)))
  const days = [
    ofPair(on(1, 1)),
    ofPair(on(1, 2)),
    mondayised(on(2, 6)),
    ...easter.flatMap((day) => [
      PlainDate.from(day).subtract({ days: 2 }),
      PlainDate.from(day).add({ days: 1 }),
    ]),
    mondayised(on(4, 25)),
    mondayOf(year, 6, 1),
    mondayOf(year, 10, 4),
    ofPair(on(12, 25)),
    ofPair(on(12, 26)),
  ]
  return new Set([...days.map(String), ...matariki])
}

const known = new Map<number, Set<string>>()

export function isWorkingDay(text: string): boolean {
  const day = PlainDate.from(text)
  const holidays = known.get(day.year) ?? holidaysOf(day.year)
  known.set(day.year, holidays)
  return day.dayOfWeek < SATURDAY && !holidays.has(text)
}

/** The day itself where banks work on it, else the next one on which they do. */
export function rolledForward(text: string): string {
  let day = PlainDate.from(text)
  while (!isWorkingDay(day.toString())) day = day.add({ days: 1 })
  return day.toString()
}

/** The nth working day after a day. */
export function workingDaysAfter(text: string, count: number): string {
  let day = text
  for (let left = count; left > 0; left -= 1)
    day = rolledForward(PlainDate.from(day).add({ days: 1 }).toString())
  return day
}
