import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { holidaysOf } from '#domain/kit/working-day.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { formatMoment } from './moment-words.ts'
import { type Stop, stop } from './stop.ts'

const CHATHAM = { postcode: '8942', timeZone: 'Pacific/Chatham' }
const SUNDAY = 7
// Kept on the day itself too where it is observed on another.
const kept = ['01-01', '01-02', '02-06', '04-25', '12-25', '12-26']
const MOST_DAYS = 30

export interface QuietFacts {
  channel: string
  purpose: MessagePurpose
  kind: string
  /** Of the customer; decides whose clock it is. */
  postcode: string | null
  sms_quiet_hours: string
  promo_mail_quiet_hours: string
  /** A code that somebody waits for, or staff answering what has just come. */
  is_awaited: boolean
}

/** From when to when nobody is disturbed, such as 20:00-08:00; none for never. */
const quietHoursPattern = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/

/** Nobody's phone rings at night, and none with reminders and advertising on a Sunday. */
export function quietStop(facts: QuietFacts, now: string): Stop | null {
  const until = quietUntil(facts, now)
  if (until === null) return null
  const what = facts.channel === 'sms' ? 'text messages' : 'advertising'
  const reason = `no ${what} are sent at this time`
  return stop('quiet_hours', reason, `It goes ${formatMoment(until)}.`, until)
}

/** When it may go; null for now. */
export function quietUntil(facts: QuietFacts, now: string): string | null {
  const { channel, purpose, kind } = facts
  const isSms = channel === 'sms'
  if (facts.is_awaited || !(isSms || purpose === 'promotional')) return null
  const hours = hoursOf(isSms ? facts.sms_quiet_hours : facts.promo_mail_quiet_hours)
  const restsOnHolidays = isSms && (purpose === 'promotional' || kind === 'reminder')
  const start = Temporal.Instant.from(now).toZonedDateTimeISO(zoneOf(facts.postcode))
  let moment = start
  for (let days = 0; days < MOST_DAYS; days += 1) {
    const rested = restsOnHolidays && isRestDay(moment.toPlainDate())
    const next = rested ? dayAfter(moment) : hours && endOfQuiet(moment, hours)
    if (!next) break
    moment = next
  }
  if (Temporal.ZonedDateTime.compare(moment, start) === 0) return null
  return moment.toInstant().toString({ smallestUnit: 'millisecond' })
}

const zoneOf = (postcode: string | null): string =>
  postcode?.trim() === CHATHAM.postcode ? CHATHAM.timeZone : BUSINESS_TIME_ZONE

const dayAfter = (moment: Temporal.ZonedDateTime) => moment.add({ days: 1 }).startOfDay()

interface Hours {
  from: Temporal.PlainTime
  to: Temporal.PlainTime
}

function hoursOf(setting: string): Hours | null {
  const [from = '', to = ''] = setting.split('-')
  if (!quietHoursPattern.test(setting) || from === to) return null
  return { from: Temporal.PlainTime.from(from), to: Temporal.PlainTime.from(to) }
}

/** When the quiet that reigns at a moment ends; null where none does. */
function endOfQuiet(moment: Temporal.ZonedDateTime, { from, to }: Hours) {
  const time = moment.toPlainTime()
  const isPast = (mark: Temporal.PlainTime) => Temporal.PlainTime.compare(time, mark) >= 0
  const isOverNight = Temporal.PlainTime.compare(from, to) > 0
  const isQuiet = isOverNight ? isPast(from) || !isPast(to) : isPast(from) && !isPast(to)
  if (!isQuiet) return null
  const end = isOverNight && isPast(from) ? moment.add({ days: 1 }) : moment
  return end.toPlainDate().toZonedDateTime({ timeZone: moment.timeZoneId, plainTime: to })
}

function isRestDay(day: Temporal.PlainDate): boolean {
  const text = day.toString()
  return day.dayOfWeek === SUNDAY || kept.includes(text.slice(5)) || holidaysOf(day.year).has(text)
}
