import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import type { InputOf } from '#domain/kit/call.ts'
import { periodKinds } from '#domain/reports/report.ts'
import type { reportCalls } from '#domain/reports/report-calls.ts'

const parsers = {
  group: parseAsString,
  of: parseAsString,
  period: parseAsString,
  day: parseAsString,
  from: parseAsString,
  to: parseAsString,
  as_at: parseAsString,
  known_at: parseAsString,
  compare: parseAsString,
  cash: parseAsString,
  page: parseAsInteger.withDefault(1),
}

export const PAGE_ROWS = 100

/** What a report is asked, as the address has it: whoever opens the address sees the same. */
export function useReportState() {
  const [state, setState] = useQueryStates(parsers, { history: 'push' })
  const change = (next: { [K in keyof typeof state]?: (typeof state)[K] | null }) =>
    void setState({ page: null, ...next })
  return { state, change }
}

export type ReportState = ReturnType<typeof useReportState>['state']
export type ChangeReport = ReturnType<typeof useReportState>['change']
type AskedReport = InputOf<typeof reportCalls.csv>

/** The address as the call takes it. */
export function askedOf(name: string, state: ReportState): AskedReport {
  const { page: _, ...said } = state
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value))
  // The server checks every word of it, and names the one that is wrong.
  return { name, ...given } as AskedReport
}

const periodLabels: Record<(typeof periodKinds)[number], string> = {
  month: 'Month',
  quarter: 'Quarter',
  gst: 'GST period',
  year: 'Financial year',
  free: 'Other days',
}

export const periodChoices = periodKinds.map((value) => ({ value, label: periodLabels[value] }))
