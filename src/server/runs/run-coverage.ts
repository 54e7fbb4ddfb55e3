import { z } from 'zod'
import { MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { addDays, daysIn, monthStart } from '#domain/kit/day-number.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { type CoveredContract, coverage } from '#domain/runs/coverage.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'

const LONGEST = 800
const day = z.iso.date().refine((text) => text >= MIN_BUSINESS_DAY, 'Choose a later day.')

interface CoveragePeriod {
  from?: string | undefined
  to?: string | undefined
}

/** Whether every connection was billed on every day of its contract, once. */
export const coverageRoute: Route = route<CoveragePeriod>({
  method: 'GET',
  path: '/billingrun/coverage',
  summary: 'Days of connections that no invoice bills or that two do, with what they come to',
  compressed: true,
  policy: { from: 'user' },
  input: z.object({ from: day.optional(), to: day.optional() }),
  run: async (ctx, asked) => {
    const to = asked.to ?? addDays(monthStart(todayOf(ctx)), -1)
    const from = asked.from ?? monthStart(to)
    if (to < from) throw badField('to', 'The last day is before the first.')
    if (daysIn(from, to) > LONGEST) throw badField('from', 'Ask for two years at most.')
    const [contracts, invoices] = await ctx.database.read(scopeOf(ctx), (conn) =>
      Promise.all([
        conn.query<CoveredContract>(CONTRACTS, [from, to]),
        // A year of invoices tells what a day comes to.
        conn.query<StoredInvoice>(INVOICES, [addDays(from, -365), to]),
      ]),
    )
    const found = coverage(
      contracts,
      invoices.map((row) => ({ ...row, amount: cents(row.amount) })),
      from,
      to,
    )
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
  },
})

interface StoredInvoice {
  id: number
  contract_id: number
  from: string
  to: string
  amount: string
}

// A contract that invoices of these days name is known even where its own days lie elsewhere.
const CONTRACTS = `select k.id, k.connections, k.date_start as from,
    case when k.contract_status = 'active' and k.is_open_plan then null else k.date_end end as to
  from contracts k where k.deleted_at is null and (
    (k.contract_status in ('active', 'ended', 'cancelled') and k.date_start <= $2
      and (k.date_end is null or k.date_end >= $1 or k.is_open_plan))
    or exists (select from invoices i where i.contract_id = k.id and i.deleted_at is null
      and i.invoice_status <> 'cancelled' and i.period_start <= $2 and i.period_end >= $1))
  order by k.id`

const INVOICES = `select id, contract_id, period_start as from, period_end as to,
    coalesce(undiscounted_subtotal, 0)::text as amount
  from invoices where contract_id is not null and period_start <= $2 and period_end >= $1
    and deleted_at is null and invoice_status <> 'cancelled' order by id`
