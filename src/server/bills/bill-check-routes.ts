import { z } from 'zod'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { selectList, visibleColumns } from '#server/kit/rows/column.ts'
import { billUnderCheck, findingsOf } from './bill-check-facts.ts'

/** A supplier's own bill computed again from our buy rates. */
export const billCheckRoutes: Route[] = [
  route<{ id: number }>({
    method: 'GET',
    path: '/bill/recalculation',
    summary: 'A bill beside what our buy rates and readings say, with its checks',
    policy: { from: 'user' },
    target: bill,
    input: z.object({ id: idSchema }),
    run: async (ctx, { id }) => {
      const data = await ctx.database.read(scopeOf(ctx), async (conn) => {
        const row = await rowOf(conn, id)
        return findingsOf(conn, billUnderCheck(row))
      })
      return { data }
    },
  }),
]

async function rowOf(conn: Conn, id: number): Promise<Bill> {
  const [found] = await conn.query<{ row: Bill }>(
    `select (select row_to_json(r) from (select ${selectList(bill, visibleColumns(bill, 'padmin'), 't')}) r)
       as row from bills t where id = $1`,
    [id],
  )
  if (!found) throw new Problem('notFound', { fill: { what: 'bill' } })
  return found.row
}
