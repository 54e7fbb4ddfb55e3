import { formatDayShort } from '#domain/kit/calendar.ts'
import { READING_PROBLEMS } from '#domain/meters/consumption.ts'
import { plainQuantity } from '#domain/meters/quantity.ts'

/** What a meter of a service counts in. */
export function unitOf(icp_type: string | null | undefined): string {
  if (icp_type === 'electricity') return 'kWh'
  return icp_type === 'gas' || icp_type === 'water' ? 'm³' : ''
}

/** The unit of the use chart as people write it. */
export function unitWord(unit: 'kWh' | 'm3' | 'unit'): string {
  if (unit === 'm3') return 'm³'
  return unit === 'unit' ? 'units' : unit
}

export function amount(value: unknown, decimals = 3): string {
  return typeof value === 'string' && value !== '' ? plainQuantity(value, decimals) : '–'
}

/** Why a reading does not count, as a sentence. */
export function problemWords(problem: string | null | undefined): string | null {
  if (!problem) return null
  const known: Record<string, string> = READING_PROBLEMS
  return known[problem] ?? problem
}

interface Computed {
  reading_quantity: string | null
  reading_energy: string | null
  reading_previous: string | null
  period_start: string | null
  problem: string | null
  days: number
}

/** What a reading would count, in one line. */
export function wordsOfUse(computed: Computed | null, icp_type: string | null): string {
  if (computed === null) return ' '
  const problem = problemWords(computed.problem)
  if (problem) return problem
  if (computed.reading_quantity === null) return 'Counting starts with this reading.'
  const unit = unitOf(icp_type)
  const energy =
    icp_type === 'gas' && computed.reading_energy ? ` = ${amount(computed.reading_energy)} kWh` : ''
  const since = computed.period_start ? ` since ${formatDayShort(computed.period_start)}` : ''
  const days = computed.days > 0 ? ` (${computed.days} days)` : ''
  return `${amount(computed.reading_quantity)} ${unit}${energy}${since}${days}`
}
