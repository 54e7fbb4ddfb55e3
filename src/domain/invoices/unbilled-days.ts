import { addDays } from '#domain/kit/day-number.ts'

export interface DaySpan {
  from: string
  to: string
}

export interface UnbilledDays extends DaySpan {
  /** Days before and after them are billed: they were skipped, not left for elsewhere. */
  isBetween: boolean
}

/** The days up to `until` that none of a contract's invoices bills, oldest first. */
export function unbilledDays(
  firstDay: string,
  billed: readonly DaySpan[],
  until: string,
): UnbilledDays[] {
  const found: UnbilledDays[] = []
  const ordered = [...billed].sort((a, b) => (a.from < b.from ? -1 : 1))
  const begin = ordered[0]?.from
  let next = firstDay
  for (const span of [...ordered, { from: addDays(until, 1), to: until }]) {
    const last = addDays(span.from, -1)
    const to = last < until ? last : until
    if (next <= to) found.push({ from: next, to, isBetween: begin !== undefined && next > begin })
    if (span.to >= next) next = addDays(span.to, 1)
  }
  return found
}
