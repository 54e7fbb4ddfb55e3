import type { CheckedOf } from '#domain/kit/call.ts'
import { addDays, daysIn, monthStart } from '#domain/kit/day-number.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import type { billingrunCalls, CoverageInfo } from '#domain/runs/billingrun-calls.ts'
import {
  type CoverageSpan,
  type CoveredContract,
  coverage,
  type ListedCoverage,
  type ListedSpan,
  type ValuedSpan,
} from '#domain/runs/coverage.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { BILLED_STATUSES, INVOICE_COUNTS } from './run-choice.ts'
import { valueGaps } from './value-gaps.ts'

const LONGEST = 800

/** Whether every connection was billed on every day of its contract, once. */
export async function coverageOf(
  ctx: Context,
  asked: CheckedOf<typeof billingrunCalls.coverage>,
): Promise<{ data: ListedCoverage; info: CoverageInfo }> {
  const to = asked.to ?? addDays(monthStart(todayOf(ctx)), -1)
  const from = asked.from ?? monthStart(to)
  if (to < from) throw badField('to', 'The last day is before the first.')
  if (daysIn(from, to) > LONGEST) throw badField('from', 'Ask for two years at most.')
  const data = await ctx.database.read(scopeOf(ctx), (conn) =>
    findCoverage(conn, todayOf(ctx), from, to),
  )
  const sum = (spans: readonly { estimated_amount: string }[]) =>
    toDecimalString(sumCents(spans.map((span) => cents(span.estimated_amount))))
  const info = {
    from,
    to,
    gaps_amount: sum(data.gaps),
    overlaps_amount: sum(data.overlaps),
    strays_amount: sum(data.strays),
  }
  return { data, info }
}

async function findCoverage(
  conn: Conn,
  today: string,
  from: string,
  to: string,
): Promise<ListedCoverage> {
  const [contracts, invoices] = await Promise.all([
    CONTRACTS.all(conn, from, to),
    // A year of invoices tells what a day comes to.
    INVOICES.all(conn, addDays(from, -365), to),
  ])
  const billed = invoices.map((row) => ({ ...row, amount: cents(row.amount) }))
  const found = coverage(contracts, billed, from, to)
  const contractOf = new Map(contracts.map((row) => [row.id, row]))
  const invoiceOf = new Map(invoices.map((row) => [row.id, row.contract_id]))
  const named = (span: ValuedSpan): ListedSpan => {
    const ids = [...span.contract_ids, ...span.invoice_ids.flatMap((id) => invoiceOf.get(id) ?? [])]
    const rows = ids.flatMap((id) => contractOf.get(id) ?? [])
    const customers = new Map(rows.map((row) => [row.customer_id, row.customer_name]))
    return { ...span, customers: [...customers].map(([id, name]) => ({ id, name })) }
  }
  const usual = (span: CoverageSpan) => named({ ...span, valued_by: 'average' })
  return {
    ...found,
    gaps: (await valueGaps(conn, today, found.gaps, contractOf)).map(named),
    overlaps: found.overlaps.map(usual),
    strays: found.strays.map(usual),
  }
}

interface StoredContract extends CoveredContract {
  customer_id: number
  customer_name: string
}

interface StoredInvoice {
  id: number
  contract_id: number
  from: string
  to: string
  amount: string
}

// A contract that invoices of these days name is known even where its own days lie elsewhere.
const CONTRACTS = sql<StoredContract, [from: string, to: string]>`
  select k.id, k.customer_id, c.name as customer_name, k.connections,
    greatest(k.date_start, k.billed_elsewhere_date + 1) as from,
    case when k.contract_status = 'active' and k.is_open_plan then null else k.date_end end as to
  from contracts k join customers c on c.id = k.customer_id where k.deleted_at is null and (
    (k.contract_status in (${BILLED_STATUSES}) and k.date_start <= $2
      and (k.date_end is null or k.date_end >= $1 or k.is_open_plan))
    or exists (select from invoices i where i.contract_id = k.id and ${INVOICE_COUNTS}
      and i.period_start <= $2 and i.period_end >= $1))
  order by k.id`

const INVOICES = sql<StoredInvoice, [from: string, to: string]>`
  select i.id, i.contract_id, i.period_start as from, i.period_end as to,
    coalesce(i.undiscounted_subtotal, 0)::text as amount
  from invoices i where i.contract_id is not null and i.period_start <= $2 and i.period_end >= $1
    and ${INVOICE_COUNTS} order by i.id`
