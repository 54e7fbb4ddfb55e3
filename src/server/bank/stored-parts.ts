import type { MatchedPart } from '#domain/bank/banktransaction-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { BookedPart, StoredPart } from './parts/part-kind.ts'

const ADD_PARTS = sql<never, [parts: string]>`
  insert into bankparts (organisation_id, banktransaction_id, kind, amount, customer_id,
    supplier_id, invoicepayment_id, billpayment_id, bill_id, other_line_id, account, words, is_made,
    stood_as, entry_ids)
  select scope_organisation(), banktransaction_id, kind, amount, customer_id, supplier_id,
    invoicepayment_id, billpayment_id, bill_id, other_line_id, account, words, is_made, stood_as,
    coalesce(entry_ids, '{}')
  from jsonb_populate_recordset(null::bankparts, $1::jsonb)`

export async function storeParts(
  conn: Conn,
  banktransaction_id: number,
  parts: readonly BookedPart[],
): Promise<void> {
  await ADD_PARTS.run(conn, JSON.stringify(parts.map((part) => ({ ...part, banktransaction_id }))))
}

// A payment goes with the bill that a supplier sends in place of another.
const LIVE_PARTS = sql<
  StoredPart & Pick<MatchedPart, 'other_line'>,
  [banktransaction_ids: readonly number[]]
>`select p.id, p.banktransaction_id, p.kind, p.amount::text, p.customer_id, p.supplier_id,
    p.invoicepayment_id, p.billpayment_id, coalesce(b.bill_id, p.bill_id) as bill_id,
    p.other_line_id, o.shown_as as other_line, p.account, p.words, p.is_made, p.stood_as,
    p.entry_ids
  from bankparts p left join banktransactions o on o.id = p.other_line_id
    left join billpayments b on b.id = p.billpayment_id
  where p.banktransaction_id = any($1) and p.undone_at is null order by p.id`

/** What lines are, as they stand matched. */
export function livePartsOf(conn: Conn, ids: readonly number[]) {
  return LIVE_PARTS.all(conn, ids)
}

const UNDO_PARTS = sql<never, [banktransaction_id: number, at: Date]>`
  update bankparts set undone_at = $2 where banktransaction_id = $1 and undone_at is null`

export async function markUndone(conn: Conn, banktransaction_id: number, at: Date): Promise<void> {
  await UNDO_PARTS.run(conn, banktransaction_id, at)
}
