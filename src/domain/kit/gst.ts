import { formatDayShort } from './calendar.ts'
import { addDays } from './day-number.ts'
import { Exact } from './decimal.ts'

/** A percentage of GST and the first day of papers that take it. */
export interface GstRate {
  from: string
  percent: string
}

/** In the order of their days; the first one holds for the days before it too. */
export type GstRates = readonly GstRate[]

/** What Parliament set on 1 October 2010; it stands wherever nothing says otherwise. */
export const STANDARD_GST_PERCENT = '15'
export const standardGst: GstRates = [{ from: '2010-10-01', percent: STANDARD_GST_PERCENT }]

/** The percentage of a paper of this day. */
export function gstPercentOn(rates: GstRates, day: string): string {
  const held = rates.findLast(({ from }) => from <= day) ?? rates[0]
  return held?.percent ?? STANDARD_GST_PERCENT
}

/** The first day whose papers would be taxed otherwise than before; null where none would be. */
export function gstChangedFrom(before: GstRates, after: GstRates): string | null {
  // What holds before all days of both lists may differ too.
  const days = [...before, ...after].map(({ from }) => from).sort()
  const first = days[0] && addDays(days[0], -1)
  const isChanged = (day: string) =>
    !new Exact(gstPercentOn(before, day)).eq(gstPercentOn(after, day))
  return [...(first ? [first] : []), ...days].find(isChanged) ?? null
}

/**
 * The percentage that a document was taxed at, where that is one which has ever held; what somebody
 * mistyped is held against the percentage of its day, so that the return shows it.
 */
export function gstTaxedAt(rates: GstRates, own: string | null, day: string): string {
  const known = own === null ? undefined : rates.find(({ percent }) => new Exact(percent).eq(own))
  return known?.percent ?? gstPercentOn(rates, day)
}

export const gstRatesInWords = (rates: GstRates): string =>
  rates.map(({ from, percent }) => `${percent} % from ${formatDayShort(from)}`).join(', ')

/** What a change does, for whoever is about to make it. */
export function gstChangeInWords(before: GstRates, after: GstRates): string {
  const day = gstChangedFrom(before, after)
  if (!day) return 'No paper is taxed otherwise than before.'
  const old = gstPercentOn(before, day)
  return (
    `Papers dated ${formatDayShort(day)} and later take ${gstPercentOn(after, day)} % instead of ` +
    `${old} %; earlier ones, and credit notes for them, keep theirs. Contracts with a percentage ` +
    'of their own keep it.'
  )
}
