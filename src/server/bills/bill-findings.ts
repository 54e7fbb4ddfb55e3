import { type Bill, bill } from '#domain/bills/bill.ts'
import type { BillFindings } from '#domain/bills/bill-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { selectList, visibleColumns } from '#server/kit/rows/column.ts'
import { billUnderCheck, findingsOf } from './bill-check-facts.ts'

const COLUMNS: Fragment = { fragment: selectList(bill, visibleColumns(bill, 'padmin'), 't') }

const WHOLE_BILL = sql<{ row: Bill }, [id: number]>`
  select (select row_to_json(r) from (select ${COLUMNS}) r) as row from bills t where id = $1`

/** A supplier's own bill computed again from our buy rates, as it stands now. */
export async function findStoredBill(
  ctx: Context,
  { id }: { id: number },
): Promise<{ data: BillFindings }> {
  const data = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const found = await WHOLE_BILL.one(conn, id)
    if (!found) throw new Problem('notFound', { fill: { what: 'bill' } })
    const { validations, recalculation } = await findingsOf(
      conn,
      todayOf(ctx),
      billUnderCheck(found.row),
    )
    return { validations, recalculation }
  })
  return { data }
}
