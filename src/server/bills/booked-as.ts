import type { BookedAs } from '#domain/books/supplier-postings.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

type Collection = 'direct' | 'through_us'

const WAY_OF_BILLING = sql<
  { billing: 'standard' | 'split' | null; split_collection: Collection | null; is_split: boolean },
  [invoice_id: number | null, contract_id: number | null]
>`select i.billing, i.split_collection, coalesce((select c.simple_invoicing from contracts k
    join customers c on c.id = k.customer_id where k.id = $2), false) as is_split
  from (select 1) one left join invoices i on i.id = $1 and i.deleted_at is null`

const asOf: Record<Collection, BookedAs> = { direct: 'information', through_us: 'passed_on' }

/**
 * What a bill is to us: its invoice says so, else the customer of its contract. In split billing it
 * is the customer's own, paid to the supplier or through us; what was booked once stays.
 */
export async function bookedAs(
  conn: Conn,
  bill: { invoice_id: number | null; contract_id: number | null; booked_as: BookedAs | null },
): Promise<BookedAs> {
  if (bill.booked_as) return bill.booked_as
  const way = await WAY_OF_BILLING.one(conn, bill.invoice_id, bill.contract_id)
  if (way?.billing === 'standard') return 'cost'
  if (way?.billing === 'split') return asOf[way.split_collection ?? 'direct']
  return way?.is_split ? asOf[await settingOf(conn, 'split_collection')] : 'cost'
}
