import { dayNumber, dayText } from '#domain/kit/day-number.ts'
import { type Cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'

/** A contract promises that its connections are billed on each of its days. */
export interface CoveredContract {
  id: number
  connections: readonly string[]
  from: string
  /** Null while it runs on. */
  to: string | null
}

export interface CoveringInvoice {
  id: number
  contract_id: number
  from: string
  to: string
  /** What it bills for its days. */
  amount: Cents
}

export interface CoverageSpan {
  connection: string
  from: string
  to: string
  days: number
  contract_ids: number[]
  invoice_ids: number[]
  /** What the days come to, by the invoices of the same contracts. */
  estimated_amount: string
}

export interface Coverage {
  /** Days on which a connection is under contract, and those of them billed exactly once. */
  days_expected: number
  days_billed: number
  gaps: CoverageSpan[]
  overlaps: CoverageSpan[]
  /** Billed although no contract covers the day. */
  strays: CoverageSpan[]
}

/** What an amount rests on: the days' own readings and rates, or what the contract usually costs. */
export interface ValuedSpan extends CoverageSpan {
  valued_by: 'readings' | 'average'
}

/** A span as the office reads it. */
export interface ListedSpan extends ValuedSpan {
  /** Whose connection it is, by the contracts and invoices of those days. */
  customers: { id: number; name: string }[]
}

export interface ListedCoverage extends Coverage {
  gaps: ListedSpan[]
  overlaps: ListedSpan[]
  strays: ListedSpan[]
}

interface Span {
  first: number
  last: number
}

interface Side<T> extends Span {
  of: T
}

/** Whether every connection and day between two days is billed exactly once. */
export function coverage(
  contracts: readonly CoveredContract[],
  invoices: readonly CoveringInvoice[],
  from: string,
  to: string,
): Coverage {
  const window = { first: dayNumber(from), last: dayNumber(to) }
  const contractOf = new Map(contracts.map((contract) => [contract.id, contract]))
  const promised = new Map<string, Side<CoveredContract>[]>()
  const billed = new Map<string, Side<CoveringInvoice>[]>()
  for (const contract of contracts) {
    const span = within(window, contract.from, contract.to)
    if (span) for (const one of contract.connections) add(promised, one, { ...span, of: contract })
  }
  for (const invoice of invoices) {
    const span = within(window, invoice.from, invoice.to)
    const connections = contractOf.get(invoice.contract_id)?.connections ?? []
    if (span) for (const one of connections) add(billed, one, { ...span, of: invoice })
  }
  const daily = dailyAmounts(contractOf, invoices)
  const result: Coverage = { days_expected: 0, days_billed: 0, gaps: [], overlaps: [], strays: [] }
  for (const connection of new Set([...promised.keys(), ...billed.keys()])) {
    const own = { promised: promised.get(connection) ?? [], billed: billed.get(connection) ?? [] }
    addConnection(result, connection, own, daily)
  }
  return result
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function within(window: Span, from: string, to: string | null): Span | null {
  const first = Math.max(window.first, dayNumber(from))
  const last = to === null ? window.last : Math.min(window.last, dayNumber(to))
  return first <= last ? { first, last } : null
}

interface Own {
  promised: readonly Side<CoveredContract>[]
  billed: readonly Side<CoveringInvoice>[]
}

/** Walks the spans of days within which nothing changes. */
function addConnection(
  result: Coverage,
  connection: string,
  { promised, billed }: Own,
  daily: ReadonlyMap<number, DailyAmount>,
): void {
  const edges = [...promised, ...billed].flatMap(({ first, last }) => [first, last + 1])
  const starts = [...new Set(edges)].sort((a, b) => a - b)
  starts.forEach((first, place) => {
    const last = (starts[place + 1] ?? first) - 1
    if (last < first) return
    const covers = (side: Span) => side.first <= first && side.last >= last
    const contracts = promised.filter(covers).map((side) => side.of.id)
    const invoices = billed.filter(covers).map((side) => side.of)
    const days = last - first + 1
    if (contracts.length > 0) result.days_expected += days
    if (contracts.length > 0 && invoices.length === 1) result.days_billed += days
    const amount = estimate(contracts, invoices, days, daily)
    const span = { connection, first, last, contracts, invoices, amount }
    if (contracts.length > 0 && invoices.length === 0) note(result.gaps, span)
    if (invoices.length > 1) note(result.overlaps, span)
    if (contracts.length === 0 && invoices.length === 1) note(result.strays, span)
  })
}

interface FoundSpan extends Span {
  connection: string
  contracts: number[]
  invoices: CoveringInvoice[]
  amount: Cents
}

function note(spans: CoverageSpan[], found: FoundSpan): void {
  const { connection, first, last, amount } = found
  const contract_ids = [...found.contracts].sort((a, b) => a - b)
  const invoice_ids = found.invoices.map((invoice) => invoice.id).sort((a, b) => a - b)
  spans.push({
    connection,
    from: dayText(first),
    to: dayText(last),
    days: last - first + 1,
    contract_ids,
    invoice_ids,
    estimated_amount: toDecimalString(amount),
  })
}

interface DailyAmount {
  amount: Cents
  days: number
  connections: number
}

/** What one connection of a contract comes to in a day, by everything billed for the contract. */
function dailyAmounts(
  contractOf: ReadonlyMap<number, CoveredContract>,
  invoices: readonly CoveringInvoice[],
): Map<number, DailyAmount> {
  const daily = new Map<number, DailyAmount>()
  for (const { contract_id, amount, from, to } of invoices) {
    const had = daily.get(contract_id)
    daily.set(contract_id, {
      amount: wholeCents((had?.amount ?? 0) + amount),
      days: (had?.days ?? 0) + dayNumber(to) - dayNumber(from) + 1,
      connections: contractOf.get(contract_id)?.connections.length || 1,
    })
  }
  return daily
}

/** A gap is worth its days; of an overlap, everything but the dearest invoice is too much. */
function estimate(
  contracts: readonly number[],
  invoices: readonly CoveringInvoice[],
  days: number,
  daily: ReadonlyMap<number, DailyAmount>,
): Cents {
  const worth = (contract_id: number): Cents => {
    const known = daily.get(contract_id)
    if (!known || known.days <= 0) return wholeCents(0)
    const whole = toDollars(known.amount).times(days)
    return round2(whole.div(known.days).div(known.connections))
  }
  if (invoices.length === 0) return contracts[0] === undefined ? wholeCents(0) : worth(contracts[0])
  const amounts = invoices.map((invoice) => worth(invoice.contract_id)).sort((a, b) => b - a)
  const counted = invoices.length === 1 ? amounts : amounts.slice(1)
  return wholeCents(counted.reduce((sum, amount) => sum + amount, 0))
}
