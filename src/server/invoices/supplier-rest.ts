import type { PageItem } from '#domain/books/page-item.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

// Payments cover the supplier's part first, so that of each rest at most our own block is ours.
const SUPPLIER_PARTS = sql<
  { invoice_id: number; theirs: string },
  [invoice_ids: readonly number[], balances: readonly string[]]
>`select i.id as invoice_id, greatest(0, x.balance - case when i.ppd_state = 'lost'
      then i.undiscounted_service_fee else i.discounted_service_fee end
      - i.late_payment_fee_total - coalesce(i.owncharges_total, 0))::numeric(14,2)::text as theirs
  from unnest($1::bigint[], $2::numeric[]) x (invoice_id, balance)
  join invoices i on i.id = x.invoice_id
  where i.billing = 'split' and i.split_collection = 'through_us'`

/** What of each rest that pages carry is the supplier's. */
export async function supplierParts(
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
  return new Map(rows.map(({ invoice_id, theirs }) => [invoice_id, theirs]))
}

/** What of all that one page carries is the supplier's. */
export function supplierShare(
  parts: ReadonlyMap<number, string>,
  items: readonly PageItem[],
): string {
  const theirs = items.map(({ invoice_id }) => cents(parts.get(invoice_id ?? 0) ?? '0.00'))
  return toDecimalString(sumCents(theirs))
}

export async function supplierRest(conn: Conn, items: readonly PageItem[]): Promise<string> {
  return supplierShare(await supplierParts(conn, items), items)
}
