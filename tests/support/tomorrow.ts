const AUCKLAND = 'Pacific/Auckland'

/** A moment that is still to come, whatever day it is: the queue does not keep what lies behind. */
export function tomorrowAt(time: string, timeZone = AUCKLAND): string {
  const day = Temporal.Now.plainDateISO(AUCKLAND).add({ days: 1 })
  const moment = day.toZonedDateTime({ timeZone, plainTime: time }).toInstant()
  return moment.toString({ fractionalSecondDigits: 3 })
}
