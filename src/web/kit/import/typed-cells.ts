import { businessToday, MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { readTypedDay } from '#domain/kit/typed-day.ts'

// What is typed into the cells of rows that wait.

const typedDay = (text: string) => {
  const today = businessToday(Temporal.Now.instant())
  return readTypedDay(text, { label: 'Date', today, floor: MIN_BUSINESS_DAY })
}

/** The day a text means; null where it means none. */
export function dayIn(text: string): string | null {
  const reading = typedDay(text)
  return 'day' in reading ? reading.day : null
}

export function whyNoDay(text: string): string {
  const reading = typedDay(text)
  return 'why' in reading ? reading.message : ''
}
