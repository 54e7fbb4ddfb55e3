import { formatDayShort } from '#domain/kit/calendar.ts'
import { dayShown, formatTime } from '#web/kit/session/clock.ts'

const today = () => dayShown(Temporal.Now.instant())

/** 2:41 pm, with its day unless that is today. */
export function momentOf(at: string): string {
  const day = dayShown(at)
  return day === today() ? formatTime(at) : `${formatDayShort(day)}, ${formatTime(at)}`
}

/** 2:41 pm today, 13 Nov this year, 13 Nov 2025 before. */
export function shortMomentOf(at: string): string {
  const day = dayShown(at)
  if (day === today()) return formatTime(at)
  const isThisYear = day.slice(0, 4) === today().slice(0, 4)
  return isThisYear ? formatDayShort(day).slice(0, -5) : formatDayShort(day)
}
