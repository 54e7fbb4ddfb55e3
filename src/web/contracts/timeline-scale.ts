import { formatDayShort } from '#domain/kit/calendar.ts'

export interface Scale {
  from: string
  to: string
  /** Where a day lies, in percent of the width; days outside lie on the edge. */
  place: (day: string) => number
  ticks: { day: string; label: string }[]
}

const aYear = 365

/** A stretch of time that holds all the days, with room after the last one. */
export function scaleOf(days: readonly string[]): Scale {
  const inOrder = [...days].sort()
  const first = Temporal.PlainDate.from(inOrder[0] ?? '2026-01-01')
  const last = Temporal.PlainDate.from(inOrder.at(-1) ?? first)
  const room = Math.max(45, Math.round(daysBetween(first, last) * 0.1))
  const end = last.add({ days: room })
  const long = Math.max(1, daysBetween(first, end))
  return {
    from: first.toString(),
    to: end.toString(),
    place: (day) => {
      const at = daysBetween(first, Temporal.PlainDate.from(day))
      return Math.min(100, Math.max(0, (at / long) * 100))
    },
    ticks: ticksBetween(first, end, stepOf(long)),
  }
}

function ticksBetween(from: Temporal.PlainDate, to: Temporal.PlainDate, months: number) {
  const ticks: Scale['ticks'] = []
  let day = from.with({ day: 1 })
  while (Temporal.PlainDate.compare(day, to) < 0) {
    const isTick = (day.month - 1) % months === 0 && Temporal.PlainDate.compare(day, from) >= 0
    if (isTick) ticks.push({ day: day.toString(), label: formatDayShort(day).slice(3) })
    day = day.add({ months: 1 })
  }
  return ticks
}

/** How many months lie between two ticks, so that about six of them fit. */
function stepOf(days: number): number {
  if (days < aYear * 0.6) return 1
  if (days < aYear * 1.6) return 3
  if (days < aYear * 3) return 6
  return days < aYear * 7 ? 12 : 24
}

function daysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return from.until(to, { largestUnit: 'days' }).days
}
