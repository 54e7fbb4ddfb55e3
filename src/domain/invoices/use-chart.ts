import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { DocumentChart, DocumentSection } from '#domain/kit/document.ts'
import { unitWord } from '#domain/kit/words.ts'
import { perDay, type UseOfDays } from '#domain/meters/compared-use.ts'
import type { MonthOfUsage } from '#domain/meters/usage-by-month.ts'

/** What one kind of meter of a contract used, month by month. */
export interface UseOfService {
  icp_type: string | null
  /** X is taken from the network, I is put into it. */
  flow: string
  unit: string
  months: MonthOfUsage[]
  /** The days of the invoice beside others. */
  compared?: UseOfDays[] | undefined
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
      unit: unitOf(use),
      bars: use.months.map((month) => barOf(month, use.unit === 'kWh' ? 'energy' : 'quantity')),
    }))
}

const whenWords = {
  now: 'This invoice',
  before: 'As many days before',
  last_year: 'The same days a year ago',
}

/** Whether more or less was used than before, by the day: periods are not equally long. */
export function comparedSections(uses: readonly UseOfService[]): DocumentSection[] {
  return uses
    .filter(({ compared = [] }) => compared.some(({ when }) => when === 'now'))
    .map((use) => {
      const unit = unitOf(use)
      const columns = ['', 'Days', `Used, ${unit}`, `A day, ${unit}`]
      const rows = (use.compared ?? []).map((one) => {
        const amount = one[use.unit === 'kWh' ? 'energy' : 'quantity']
        const whole = new Exact(amount).toDecimalPlaces(0).toFixed()
        const mark = new Exact(one.estimated_share).gt('0.5') ? ' (mostly estimated)' : ''
        return [`${whenWords[one.when]}${mark}`, `${one.days}`, whole, perDay(amount, one.days)]
      })
      return {
        heading: `${titleOf(use)}, compared`,
        blocks: [
          {
            kind: 'table',
            columns: columns.map((label, place) => ({ label, isNumber: place > 0 })),
            rows,
          },
        ],
      }
    })
}

const unitOf = ({ unit }: UseOfService) => unitWord(unit)

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
