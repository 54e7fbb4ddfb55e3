import { Exact } from '#domain/kit/decimal.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { fold } from '#domain/kit/wording.ts'
import type { Pricing } from './proposal-pricing.ts'

type Line = Pricing['candidate']['lines'][number]

interface Side {
  quantity: string
  rate_unit: string
  /** The rate, or the first and the last where it changed. */
  rates: string[]
  amount: string
}

export interface ComparedLine {
  rate_name: string
  now: Side | null
  proposed: Side | null
  /** What is saved; negative where it costs more. */
  saving: string
}

/** Each rate as it cost and as it would cost over the period, connections and changes added up. */
export function compareLines({ current, candidate }: Pick<Pricing, 'current' | 'candidate'>) {
  const [before, after] = [byName(current?.lines ?? []), byName(candidate.lines)]
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].map((key): ComparedLine => {
    const [now, proposed] = [before.get(key) ?? [], after.get(key) ?? []]
    const saving = wholeCents(amountOf(now) - amountOf(proposed))
    return {
      rate_name: (proposed[0] ?? now[0])?.rate_name ?? '',
      now: sideOf(now),
      proposed: sideOf(proposed),
      saving: toDecimalString(saving),
    }
  })
}

function byName(lines: readonly Line[]): Map<string, Line[]> {
  return Map.groupBy(lines, (line) => fold(line.rate_name))
}

const amountOf = (lines: readonly Line[]) => sumCents(lines.map((line) => cents(line.amount)))

function sideOf(lines: readonly Line[]): Side | null {
  const [first] = lines
  if (!first) return null
  const inOrder = [...lines].sort((a, b) => (a.from < b.from ? -1 : 1))
  const rates = [...new Set(inOrder.map((line) => new Exact(line.rate_amount).toFixed()))]
  const quantity = Exact.sum(...lines.map((line) => line.quantity))
  return {
    quantity: quantity.toFixed(),
    rate_unit: first.rate_unit,
    rates: rates.length > 2 ? rates.filter((_, at) => at === 0 || at === rates.length - 1) : rates,
    amount: toDecimalString(amountOf(lines)),
  }
}
