import { Exact } from '#domain/kit/decimal.ts'
import { gstPercentOn } from '#domain/kit/gst.ts'
import { type Cents, cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import { priceLines } from '#domain/pricing/price-lines.ts'
import type { CoverageSpan, ValuedSpan } from '#domain/runs/coverage.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type RunSources, runSources } from './run-sources.ts'

const AT_ONCE = 500
/** Beyond this many it is the sum that matters, which averages tell well enough. */
const AT_MOST = 2000

/** What the contracts of the spans have to do with them. */
export interface GapContract {
  id: number
  customer_id: number
}

/**
 * What unbilled days come to by readings and rates. Days without readings would count as no use:
 * there the average of the contract's invoices is taken where it is more.
 */
export async function valueGaps(
  conn: Conn,
  today: string,
  gaps: readonly CoverageSpan[],
  contractOf: ReadonlyMap<number, GapContract>,
): Promise<ValuedSpan[]> {
  const valued: ValuedSpan[] = []
  for (let first = 0; first < gaps.length; first += AT_ONCE) {
    const some = gaps.slice(first, first + AT_ONCE)
    const sources = first < AT_MOST ? await sourcesOf(conn, today, some, contractOf) : new Map()
    for (const gap of some) valued.push(valueGap(gap, sources.get(keyOf(gap))))
  }
  return valued
}

const keyOf = ({ contract_ids: [id], from, to }: CoverageSpan) => `${id} ${from} ${to}`

async function sourcesOf(
  conn: Conn,
  today: string,
  gaps: readonly CoverageSpan[],
  contractOf: ReadonlyMap<number, GapContract>,
): Promise<Map<string, RunSources>> {
  const chosen = new Map(
    gaps.flatMap((gap) => {
      const contract = contractOf.get(gap.contract_ids[0] ?? 0)
      if (!contract) return []
      const { id: contract_id, customer_id } = contract
      const days = { period_start: gap.from, period_end: gap.to }
      return [[keyOf(gap), { contract_id, customer_id, ...days }]]
    }),
  )
  const sources = await runSources(conn, today, [...chosen.values()])
  return new Map(
    sources.map((one) => [`${one.contract.id} ${one.period.from} ${one.period.to}`, one]),
  )
}

function valueGap(gap: CoverageSpan, sources: RunSources | undefined): ValuedSpan {
  const own = sources?.use?.connections.find((one) => one.connection === gap.connection)
  if (!sources?.use || !own) return { ...gap, valued_by: 'average' }
  const lines = priceLines(own, sources.use.rates, { from: gap.from, to: gap.to })
  const { terms, gst_rates, today } = sources
  const gst = terms?.gst_percent ?? gstPercentOn(gst_rates, today)
  const worth = withGst(sumCents(lines.map((line) => line.amount)), gst)
  const isWhole = lines.every((line) => line.missing_days === 0)
  if (lines.length === 0 || (!isWhole && cents(gap.estimated_amount) > worth))
    return { ...gap, valued_by: 'average' }
  return { ...gap, estimated_amount: toDecimalString(worth), valued_by: 'readings' }
}

function withGst(amount: Cents, percent: string): Cents {
  return round2(toDollars(amount).times(new Exact(percent).div(100).plus(1)))
}
