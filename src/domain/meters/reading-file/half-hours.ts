// Half-hourly data is told in the hours of the clock, which has 46 half hours on the day daylight
// saving starts and 50 on the day it ends. Looking that up is slow, so each day is asked for once.

import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'

const SECONDS_PER_HOUR = 3600
export const SECONDS_PER_HALF_HOUR = 1800

export interface Clock {
  /** How many half hours a day has: 48, or 46 and 50 where the clocks change. */
  halfHoursOf: (day: string) => number
  secondsOf: (day: string) => number
  /** A time told in standard time all year, as the clocks of that moment show it. */
  fromStandardTime: (day: string, seconds: number) => { day: string; seconds: number }
}

/** A clock that remembers what it was asked, for the length of one file. */
export function rememberingClock(): Clock {
  const halfHours = remembered((day) => {
    const start = Temporal.PlainDate.from(day).toZonedDateTime(BUSINESS_TIME_ZONE)
    return start.hoursInDay * 2
  })
  const hours = remembered((dayAndHour) => {
    const standard = Temporal.PlainDateTime.from(dayAndHour).toZonedDateTime('+12:00')
    const local = standard.withTimeZone(BUSINESS_TIME_ZONE)
    return { day: local.toPlainDate().toString(), seconds: local.hour * SECONDS_PER_HOUR }
  })
  return {
    halfHoursOf: halfHours,
    secondsOf: (day) => halfHours(day) * SECONDS_PER_HALF_HOUR,
    fromStandardTime: (day, seconds) => {
      const hour = String(Math.floor(seconds / SECONDS_PER_HOUR)).padStart(2, '0')
      const local = hours(`${day}T${hour}:00`)
      return { day: local.day, seconds: local.seconds + (seconds % SECONDS_PER_HOUR) }
    },
  }
}

/** Calls a function once for each text. */
export function remembered<Value>(ask: (text: string) => Value): (text: string) => Value {
  const answers = new Map<string, Value>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = ask(text)
    answers.set(text, answer)
    return answer
  }
}
