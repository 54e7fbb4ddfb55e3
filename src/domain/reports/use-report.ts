import { monthStart } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { quantityText } from '#domain/meters/quantity.ts'
import { RECORD, type ReportDefinition, type Sums } from './report.ts'

const MILLIONTHS = 1_000_000

/** A quantity on a day of a connection that is covered. */
const perDay =
  (quantity: string, days: string) =>
  (sums: Sums): string | null => {
    const [whole = 0, parts = 0] = [sums[quantity], sums[days]]
    return parts === 0 ? null : quantityText(new Exact(whole).div(MILLIONTHS).div(parts))
  }

/** How much of a quantity is estimated, in percent. */
const share =
  (part: string, whole: string) =>
  (sums: Sums): string | null =>
    sums[whole]
      ? new Exact(sums[part] ?? 0).times(100).div(sums[whole]).toDecimalPlaces(1).toFixed()
      : null

/** The last twelve months that are over, and this one. */
function thirteenMonths(today: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(today).subtract({ months: 12 }).toString()
  return { from: monthStart(first), to: today }
}

export const useReport = {
  name: 'use',
  title: 'Use',
  about:
    'What was used by month, customer, connection and network, how much of it is estimated, and the same days a year before.',
  role: 'user',
  csvRole: 'manager',
  spans: 'period',
  usual: 'year',
  usualSpan: thirteenMonths,
  isOfNow: true,
  groups: {
    month: { label: 'Month', opens: 'reading' },
    customer: { label: 'Customer', opens: 'reading' },
    connection: { label: 'Connection', opens: 'reading' },
    network: { label: 'Network', opens: 'reading' },
    service: { label: 'Service', opens: 'reading' },
    reading: { label: 'Reading', opens: RECORD },
  },
  // What is taken from the network, in energy; water and what is put back are never mixed with it.
  columns: [
    { name: 'energy', label: 'kWh', kind: 'quantity', isStrong: true },
    { name: 'days', label: 'Connection-days', kind: 'count' },
    { name: 'per_day', label: 'kWh a day', kind: 'quantity', from: perDay('energy', 'days') },
    { name: 'estimated', label: 'kWh estimated', kind: 'quantity', isUntold: true },
    { name: 'share', label: 'Estimated', kind: 'percent', from: share('estimated', 'energy') },
    { name: 'before', label: 'kWh a year before', kind: 'quantity' },
    { name: 'water', label: 'm³', kind: 'quantity', isOptional: true },
    { name: 'water_days', label: 'Water days', kind: 'count', isOptional: true },
    {
      name: 'water_per_day',
      label: 'm³ a day',
      kind: 'quantity',
      isOptional: true,
      from: perDay('water', 'water_days'),
    },
    { name: 'water_estimated', label: 'm³ estimated', kind: 'quantity', isUntold: true },
    {
      name: 'water_share',
      label: 'm³ estimated',
      kind: 'percent',
      isOptional: true,
      from: share('water_estimated', 'water'),
    },
    { name: 'water_before', label: 'm³ a year before', kind: 'quantity', isOptional: true },
    { name: 'put_back', label: 'kWh put back', kind: 'quantity', isOptional: true },
  ],
  main: 'energy',
  chart: 'rows',
  drawn: { beside: 'before', beside_words: 'A year before', estimated: 'share' },
  agreesWith: null,
} as const satisfies ReportDefinition
