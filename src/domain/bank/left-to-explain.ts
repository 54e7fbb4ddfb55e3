import { cents, formatMoney, sumCents } from '#domain/kit/money.ts'
import type { BankPosition } from './bank-calls.ts'

type OpenLines = Pick<BankPosition, 'open_lines' | 'open_in' | 'open_out'>

/** How many lines nobody has explained yet, and their dollars: what came in and what went out. */
export function leftToExplain(positions: readonly OpenLines[]): { lines: number; words: string } {
  const lines = positions.reduce((total, one) => total + one.open_lines, 0)
  const sum = (side: 'open_in' | 'open_out') =>
    formatMoney(sumCents(positions.map((one) => cents(one[side]))))
  const words =
    lines === 0 ? 'every line is explained' : `$${sum('open_in')} in, $${sum('open_out')} out`
  return { lines, words }
}
