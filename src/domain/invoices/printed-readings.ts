import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type DocumentSection, paragraph } from '#domain/kit/document.ts'
import type { PeriodReading } from '#domain/meters/period-reading.ts'

/** Every meter with what it showed before and after, and what that comes to. */
export function readingsSection(
  readings: readonly PeriodReading[],
  period: { from: string | null; to: string | null },
): DocumentSection[] {
  if (readings.length === 0) return []
  const registers = [
    ...Map.groupBy(readings, (one) => `${one.meter_number} ${one.register_name}`).values(),
  ]
  const perMeter = Map.groupBy(registers, ([first]) => first?.meter_number)
  const connections = new Set(readings.map(({ connection }) => connection))
  const rows = registers.flatMap((own) => {
    const [first] = own
    const last = own.at(-1)
    if (!first || !last) return []
    const hasOthers = (perMeter.get(first.meter_number)?.length ?? 0) > 1
    const meter = [
      first.meter_number,
      ...(hasOthers ? [first.register_name] : []),
      ...(connections.size > 1 ? [first.connection] : []),
    ]
    return [
      [
        meter.join(', '),
        shown(first.reading_previous, first.previous_type, first.previous_date),
        shown(last.reading_latest, last.reading_latest_type, last.reading_date),
        usedIn(own),
      ],
    ]
  })
  const columns = ['Meter', 'Previous reading', 'This reading', 'Used']
  const table = {
    kind: 'table' as const,
    columns: columns.map((label) => ({ label, isNumber: label !== 'Meter' })),
    rows,
  }
  return [{ heading: 'Meter readings', blocks: [table, ...notesOn(readings, period)] }]
}

const typeWords: Record<string, string> = { estimate: 'estimated', customer: 'read by you' }

function shown(value: string | null, type: string | null, day: string | null): string {
  if (value === null) return '–'
  const lines = [new Exact(value).toFixed(), day && formatDayShort(day), typeWords[type ?? '']]
  return lines.filter(Boolean).join('\n')
}

function usedIn(readings: readonly PeriodReading[]): string {
  const [first] = readings
  const sum = (field: 'reading_quantity' | 'reading_energy') =>
    readings.reduce((whole, one) => whole.plus(one[field] ?? 0), new Exact(0))
  const energy = `${amount(sum('reading_energy').toFixed())} kWh`
  const volume = `${amount(sum('reading_quantity').toFixed())} m³`
  const put = first?.flow === 'I' ? '\nput into the network' : ''
  if (first?.icp_type === 'water') return volume
  return first?.icp_type === 'gas' ? `${volume}\n${energy}` : `${energy}${put}`
}

/** At most two decimal places: what is billed stands in the charges to the last one. */
const amount = (value: string) => new Exact(value).toDecimalPlaces(2).toFixed()

function notesOn(
  readings: readonly PeriodReading[],
  { from, to }: { from: string | null; to: string | null },
) {
  const isEstimated = readings.some((one) =>
    [one.reading_latest_type, one.previous_type].includes('estimate'),
  )
  const isOver = readings.some(
    (one) => (from && one.period_start < from) || (to && one.reading_date > to),
  )
  return [
    ...(isEstimated
      ? [paragraph('An estimated reading is put right by the next one that is taken at the meter.')]
      : []),
    ...(isOver
      ? [paragraph('Use between readings is shared out by days where they reach over this period.')]
      : []),
  ]
}
