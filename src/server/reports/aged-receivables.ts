import { Readable } from 'node:stream'
import { invoice } from '#domain/invoices/invoice.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { csvText } from '#domain/kit/csv-writer.ts'
import { empty } from '#domain/kit/problem.ts'
import {
  type AgedAmounts,
  type AgedCustomer,
  agedColumns,
  receivablesCalls,
} from '#domain/reports/receivables-calls.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { csvName } from '#server/kit/http/csv.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

const due = (from: number | null, to: number | null): Fragment => {
  const late = '$1::date - i.due_date'
  const bounds = [
    from === null ? null : `${late} >= ${from}`,
    to === null ? null : `${late} <= ${to}`,
  ]
  const isDue = bounds.filter(Boolean).join(' and ')
  return { fragment: `coalesce(sum(i.balance) filter (where ${isDue}), 0)` }
}

// Free credit is the customer's own and stands against all of it; the total is the balance.
const AGED = fragment`select c.id as customer_id, c.customer_number, c.name,
    ${due(null, 0)} as current, ${due(1, 30)} as days_1_30, ${due(31, 60)} as days_31_60,
    ${due(61, 90)} as days_61_90, ${due(91, null)} as days_over_90,
    coalesce(c.account_credit, 0) as credit,
    coalesce(sum(i.balance), 0) - coalesce(c.account_credit, 0) as total
  from customers c left join (${OPEN_ITEMS}) i on i.customer_id = c.id
  group by c.id having coalesce(sum(i.balance), 0) <> 0 or coalesce(c.account_credit, 0) <> 0`

const asText = (of: (name: string) => string): Fragment => ({
  fragment: agedColumns.map((name) => `(${of(name)})::numeric(14,2)::text as ${name}`).join(', '),
})

const CUSTOMERS = sql<AgedCustomer, [today: string, limit: number | null, offset: number]>`
  select customer_id, customer_number, name, ${asText((name) => `x.${name}`)} from (${AGED}) x
  order by x.total desc, name, customer_id limit $2 offset $3`

const TOTALS = sql<AgedAmounts & { customers: number }, [today: string]>`
  select count(*)::int as customers, ${asText((name) => `coalesce(sum(x.${name}), 0)`)}
  from (${AGED}) x`

async function listAged(
  ctx: Context,
  { limit = 200, offset = 0 }: CheckedOf<typeof receivablesCalls.aged>,
) {
  const today = todayOf(ctx)
  const [rows, sums] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([CUSTOMERS.all(conn, today, limit, offset), TOTALS.one(conn, today)]),
  )
  if (!sums) throw new Error('A sum over no rows is one row.')
  const { customers: total, ...totals } = sums
  const info = { total, totals, limit, offset, today }
  return rows.length > 0 ? { data: rows, info } : { status: empty, data: [], info }
}

async function agedCsv(ctx: Context): Promise<Answer<null>> {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    CUSTOMERS.all(conn, todayOf(ctx), null, 0),
  )
  const head = ['customer_id', 'customer_number', 'name', ...agedColumns] as const
  const text = csvText(
    head.map((name) => ({ name, isText: name === 'name' || name === 'customer_number' })),
    rows.map((row) => head.map((name) => row[name])),
  )
  const stream = Readable.from([Buffer.from(text)])
  const name = csvName({ ...invoice, plural: 'receivables' }, ctx.clock.now())
  return { file: { name, type: 'text/csv; charset=utf-8', stream } }
}

export const agedReceivablesRoutes: Route[] = serve(receivablesCalls, {
  aged: { run: listAged },
  agedCsv: { run: agedCsv },
})
