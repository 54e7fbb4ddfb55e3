import { formatDayShort } from '#domain/kit/calendar.ts'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { unitWord } from '#domain/kit/words.ts'
import { READING_PROBLEMS } from '#domain/meters/consumption.ts'
import { plainQuantity } from '#domain/meters/quantity.ts'

/** What a meter of a service counts in. */
export function unitOf(icp_type: string | null | undefined): string {
  if (icp_type === 'electricity') return 'kWh'
  return icp_type === 'gas' || icp_type === 'water' ? unitWord('m3') : ''
}

/** The unit of the use chart as people write it. */
export function unitOfUse(unit: 'kWh' | 'm3' | 'unit'): string {
  return unit === 'unit' ? 'units' : unitWord(unit)
}

export function amount(value: unknown, decimals = 3): string {
  return typeof value === 'string' && value !== '' ? plainQuantity(value, decimals) : '–'
}

/** What was typed as decimal text, however it was grouped; what is no number stays as it is. */
export function typedDecimal(text: string): string {
  const read = parseDecimal(text, 6)
  return read === null ? text.trim() : read.replace(/\.?0+$/, '')
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
