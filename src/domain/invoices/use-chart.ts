import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { DocumentChart } from '#domain/kit/document.ts'
import type { MonthOfUsage } from '#domain/meters/usage-by-month.ts'

/** What one kind of meter of a contract used, month by month. */
export interface UseOfService {
  icp_type: string | null
  /** X is taken from the network, I is put into it. */
  flow: string
  unit: string
  months: MonthOfUsage[]
}

export interface UseChart extends DocumentChart {
  title: string
}

const services: Record<string, string> = { electricity: 'Electricity', gas: 'Gas', water: 'Water' }

/** Bars of what was used, for services something is known of. */
export function chartsOf(uses: readonly UseOfService[]): UseChart[] {
  return uses
    .filter((use) => use.months.some((month) => month.days > 0))
    .map((use) => ({
      kind: 'chart',
      title: titleOf(use),
      unit: use.unit === 'm3' ? 'm³' : use.unit,
      bars: use.months.map((month) => barOf(month, use.unit === 'kWh' ? 'energy' : 'quantity')),
    }))
}

function titleOf({ icp_type, flow }: UseOfService): string {
  const service = services[icp_type ?? ''] ?? 'Use'
  return flow === 'I' ? `${service} put into the network` : `${service} used`
}

function barOf(month: MonthOfUsage, field: 'energy' | 'quantity') {
  // "01 Feb 2026" without its day.
  const [, word = '', year = ''] = formatDayShort(`${month.month}-01`).split(' ')
  const whole = new Exact(month[field]).toDecimalPlaces(0).toFixed()
  return {
    label: `${word} ${year.slice(2)}`,
    name: `${word} ${year}`,
    value: month.days > 0 ? whole : null,
    isEstimated: new Exact(month.estimated_share).gt('0.5'),
  }
}
