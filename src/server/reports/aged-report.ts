import { Readable } from 'node:stream'
import { invoice } from '#domain/invoices/invoice.ts'
import { csvText } from '#domain/kit/csv-writer.ts'
import { empty } from '#domain/kit/problem.ts'
import { type AgedAmounts, agedColumns } from '#domain/reports/aged-calls.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { csvName } from '#server/kit/http/csv.ts'
import type { Answer } from '#server/kit/http/route.ts'

/** A sum of what has been due for so many days; $1 is today. */
export function due(from: number | null, to: number | null): Fragment {
  const late = '$1::date - i.due_date'
  const bounds = [
    from === null ? null : `${late} >= ${from}`,
    to === null ? null : `${late} <= ${to}`,
  ]
  const isDue = bounds.filter(Boolean).join(' and ')
  return { fragment: `coalesce(sum(i.balance) filter (where ${isDue}), 0)` }
}

const asText = (of: (name: string) => string): Fragment => ({
  fragment: agedColumns.map((name) => `(${of(name)})::numeric(14,2)::text as ${name}`).join(', '),
})

interface AgedQuestion<R> {
  /** One row for each that owes or is owed, with the columns of their ages. */
  aged: Fragment
  /** Who it is: the first is their id, the others are words. */
  who: readonly (keyof R & string)[]
  /** What the file is called. */
  plural: string
}

type Page = [today: string, limit: number | null, offset: number]
const pageOf = <R>(owners: Fragment, aged: Fragment) => sql<R, Page>`
  select ${owners}, ${asText((name) => `x.${name}`)} from (${aged}) x
  order by x.total desc, name, 1 limit $2 offset $3`

type Sums = AgedAmounts & { owners: number }
const sumsOf = (aged: Fragment) => sql<Sums, [today: string]>`
  select count(*)::int as owners, ${asText((name) => `coalesce(sum(x.${name}), 0)`)}
  from (${aged}) x`

/** A list by age, the largest first, with totals; and the same as a file. */
export function agedReport<R extends AgedAmounts>({ aged, who, plural }: AgedQuestion<R>) {
  const rowsOf = pageOf<R>({ fragment: who.join(', ') }, aged)
  const totalsOf = sumsOf(aged)
  const list = async (
    ctx: Context,
    { limit = 200, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  ) => {
    const today = todayOf(ctx)
    const [rows, sums] = await ctx.database.read(scopeOf(ctx), (conn) =>
      Promise.all([rowsOf.all(conn, today, limit, offset), totalsOf.one(conn, today)]),
    )
    if (!sums) throw new Error('A sum over no rows is one row.')
    const { owners: total, ...totals } = sums
    const info = { total, totals, limit, offset, today }
    return rows.length > 0 ? { data: rows, info } : { status: empty, data: [], info }
  }
  const csv = async (ctx: Context): Promise<Answer<null>> => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      rowsOf.all(conn, todayOf(ctx), null, 0),
    )
    const head = [...who, ...agedColumns]
    const text = csvText(
      head.map((name) => ({ name, isText: who.indexOf(name) > 0 })),
      // Each name is a column of the row, and every one is text or a number.
      rows.map((row) => head.map((name) => row[name] as string | number | null)),
    )
    const stream = Readable.from([Buffer.from(text)])
    const name = csvName({ ...invoice, plural }, ctx.clock.now())
    return { file: { name, type: 'text/csv; charset=utf-8', stream } }
  }
  return { aged: { run: list }, agedCsv: { run: csv } }
}
