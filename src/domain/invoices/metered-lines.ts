import type { GivenLine } from '#domain/pricing/given-line.ts'
import { isMeant, type LineKey } from '#domain/pricing/line-key.ts'
import { type PricedLine, priceLines } from '#domain/pricing/price-lines.ts'
import type { InvoiceInput } from './invoice-input.ts'

type Metered = Pick<InvoiceInput, 'use' | 'period'>

/** What readings and rates make of a period. */
export function pricedLines({ use, period }: Metered): PricedLine[] {
  if (!use || !period) return []
  return use.connections.flatMap((connection) => priceLines(connection, use.rates, period))
}

export const keyOfPriced = ({
  connection,
  rate_name,
  rate_unit,
  from,
  to,
}: PricedLine): LineKey => ({
  ...{ connection, name: rate_name, unit: rate_unit, from, to },
})

/**
 * Lines of readings and rates in their order. One that somebody typed over stands where ours stood;
 * one that they took off is not there.
 */
export function meteredLines(input: InvoiceInput): (PricedLine | GivenLine)[] {
  const priced = pricedLines(input)
  const typed = input.lines.filter((line) => line.replaces)
  const left_out = input.left_out ?? []
  if (typed.length === 0 && left_out.length === 0) return priced
  const placed = new Set<GivenLine>()
  return priced.flatMap((line): (PricedLine | GivenLine)[] => {
    const key = keyOfPriced(line)
    const instead = typed.filter(({ replaces }) => replaces && isMeant(replaces, key))
    if (instead.length === 0) return left_out.some((one) => isMeant(one, key)) ? [] : [line]
    const fresh = instead.filter((one) => !placed.has(one))
    for (const one of fresh) placed.add(one)
    return fresh
  })
}
