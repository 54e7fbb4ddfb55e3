import type { PageItem } from '#domain/books/page-item.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

// Payments cover the supplier's part first, so that of each rest at most our own block is ours.
const SUPPLIER_PARTS = sql<
  { customer_id: number; theirs: string },
  [invoice_ids: readonly number[], balances: readonly string[]]
>`select i.customer_id, sum(greatest(0, x.balance - case when i.ppd_state = 'lost'
      then i.undiscounted_service_fee else i.discounted_service_fee end
      - i.late_payment_fee_total - coalesce(i.owncharges_total, 0)))::numeric(14,2)::text as theirs
  from unnest($1::bigint[], $2::numeric[]) x (invoice_id, balance)
  join invoices i on i.id = x.invoice_id
  where i.billing = 'split' and i.split_collection = 'through_us' group by i.customer_id`

/** What of the rests that pages carry is the supplier's, by customer. */
export async function supplierRests(
  conn: Conn,
  items: readonly PageItem[],
): Promise<Map<number, string>> {
  // An adjustment is ours alone.
  const invoices = items.flatMap(({ invoice_id, balance }) =>
    invoice_id === null ? [] : [{ invoice_id, balance }],
  )
  if (invoices.length === 0) return new Map()
  const rows = await SUPPLIER_PARTS.all(
    conn,
    invoices.map((item) => item.invoice_id),
    invoices.map((item) => item.balance),
  )
  return new Map(rows.map(({ customer_id, theirs }) => [customer_id, theirs]))
}

export async function supplierRest(conn: Conn, items: readonly PageItem[]): Promise<string> {
  const [theirs = '0.00'] = (await supplierRests(conn, items)).values()
  return theirs
}
