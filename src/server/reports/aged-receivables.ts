import { Readable } from 'node:stream'
import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import { empty } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { csvName } from '#server/kit/http/csv.ts'
import { type Route, route } from '#server/kit/http/route.ts'

/** What one customer owes, by how long it has been due. */
interface AgedRow {
  customer_id: number
  customer_number: string | null
  name: string
  current: string
  days_1_30: string
  days_31_60: string
  days_61_90: string
  days_over_90: string
  credit: string
  total: string
}

const columns = [
  'current',
  'days_1_30',
  'days_31_60',
  'days_61_90',
  'days_over_90',
  'credit',
  'total',
] as const

const due = (from: number | null, to: number | null) => {
  const late = '$1::date - i.due_date'
  const bounds = [
    from === null ? null : `${late} >= ${from}`,
    to === null ? null : `${late} <= ${to}`,
  ]
  return `coalesce(sum(i.balance) filter (where ${bounds.filter(Boolean).join(' and ')}), 0)`
}

// Free credit is the customer's own and stands against all of it; the total is the balance.
const AGED = `select c.id as customer_id, c.customer_number, c.name,
    ${due(null, 0)} as current, ${due(1, 30)} as days_1_30, ${due(31, 60)} as days_31_60,
    ${due(61, 90)} as days_61_90, ${due(91, null)} as days_over_90,
    coalesce(c.account_credit, 0) as credit,
    coalesce(sum(i.balance), 0) - coalesce(c.account_credit, 0) as total
  from customers c left join invoices i on i.customer_id = c.id and i.invoice_status = 'invoiced'
    and i.balance > 0 and i.deleted_at is null
  group by c.id having coalesce(sum(i.balance), 0) <> 0 or coalesce(c.account_credit, 0) <> 0`

const asText = (of: (name: string) => string) =>
  columns.map((name) => `(${of(name)})::numeric(14,2)::text as ${name}`).join(', ')

async function agedRows(
  conn: Conn,
  today: string,
  page: { limit: number | null; offset: number },
): Promise<AgedRow[]> {
  return conn.query<AgedRow>(
    `select customer_id, customer_number, name, ${asText((name) => `x.${name}`)} from (${AGED}) x
     order by x.total desc, name, customer_id limit $2 offset $3`,
    [today, page.limit, page.offset],
  )
}

async function agedTotals(conn: Conn, today: string) {
  const [row] = await conn.query<Record<string, string> & { customers: number }>(
    `select count(*)::int as customers,
       ${asText((name) => `coalesce(sum(x.${name}), 0)`)} from (${AGED}) x`,
    [today],
  )
  const { customers = 0, ...totals } = row ?? {}
  return { customers, totals }
}

const listed = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
})

const list = route<z.infer<typeof listed>>({
  method: 'GET',
  path: '/receivables/aged',
  summary: 'What customers owe by how long it has been due, the largest first, with totals',
  compressed: true,
  policy: { from: 'user' },
  input: listed,
  run: async (ctx, { limit = 200, offset = 0 }) => {
    const today = todayOf(ctx)
    const [rows, { customers, totals }] = await ctx.database.read(scopeOf(ctx), async (conn) => [
      await agedRows(conn, today, { limit, offset }),
      await agedTotals(conn, today),
    ])
    const info = { total: customers, totals, limit, offset, today }
    return rows.length > 0 ? { data: rows, info } : { status: empty, data: [], info }
  },
})

const csv = route<unknown>({
  method: 'GET',
  path: '/receivables/aged/csv',
  summary: 'The same as a file for spreadsheets, all of it',
  compressed: true,
  policy: { from: 'manager', notWhileImpersonating: true },
  sends: 'text/csv',
  input: z.object({}),
  run: async (ctx) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      agedRows(conn, todayOf(ctx), { limit: null, offset: 0 }),
    )
    const head = ['customer_id', 'customer_number', 'name', ...columns] as const
    const lines = [
      head.map(quoted).join(','),
      ...rows.map((row) => head.map((name) => quoted(safe(name, row[name]))).join(',')),
    ]
    const stream = Readable.from([Buffer.from(`\ufeff${lines.join('\n')}\n`)])
    const name = csvName({ ...invoice, plural: 'receivables' }, ctx.clock.now())
    return { file: { name, type: 'text/csv; charset=utf-8', stream } }
  },
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

// Names are people's own words and may begin like a formula; amounts may begin with a minus.
function safe(name: string, value: string | number | null): string {
  const text = String(value ?? '')
  const isWords = name === 'name' || name === 'customer_number'
  return isWords && /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
}

export const agedReceivablesRoutes: Route[] = [list, csv]
