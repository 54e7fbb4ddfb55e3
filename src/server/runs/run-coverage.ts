import type { CheckedOf } from '#domain/kit/call.ts'
import { addDays, daysIn, monthStart } from '#domain/kit/day-number.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import type { billingrunCalls, CoverageInfo } from '#domain/runs/billingrun-calls.ts'
import { type Coverage, type CoveredContract, coverage } from '#domain/runs/coverage.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { BILLED_STATUSES, INVOICE_COUNTS } from './run-choice.ts'

const LONGEST = 800

/** Whether every connection was billed on every day of its contract, once. */
export async function coverageOf(
  ctx: Context,
  asked: CheckedOf<typeof billingrunCalls.coverage>,
): Promise<{ data: Coverage; info: CoverageInfo }> {
  const to = asked.to ?? addDays(monthStart(todayOf(ctx)), -1)
  const from = asked.from ?? monthStart(to)
  if (to < from) throw badField('to', 'The last day is before the first.')
  if (daysIn(from, to) > LONGEST) throw badField('from', 'Ask for two years at most.')
  const [contracts, invoices] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([
      CONTRACTS.all(conn, from, to),
      // A year of invoices tells what a day comes to.
      INVOICES.all(conn, addDays(from, -365), to),
    ]),
  )
  const billed = invoices.map((row) => ({ ...row, amount: cents(row.amount) }))
  const found = coverage(contracts, billed, from, to)
  const sum = (spans: readonly { estimated_amount: string }[]) =>
    toDecimalString(sumCents(spans.map((span) => cents(span.estimated_amount))))
  const info = {
    from,
    to,
    gaps_amount: sum(found.gaps),
    overlaps_amount: sum(found.overlaps),
    strays_amount: sum(found.strays),
  }
  return { data: found, info }
}

interface StoredInvoice {
  id: number
  contract_id: number
  from: string
  to: string
  amount: string
}

// A contract that invoices of these days name is known even where its own days lie elsewhere.
const CONTRACTS = sql<CoveredContract, [from: string, to: string]>`
  select k.id, k.connections, greatest(k.date_start, k.billed_elsewhere_date + 1) as from,
    case when k.contract_status = 'active' and k.is_open_plan then null else k.date_end end as to
  from contracts k where k.deleted_at is null and (
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
