import { forgivingEvents } from '#domain/books/ledger-events.ts'
import { accounts, type Posting, writtenOff } from '#domain/books/postings.ts'
import { gstGivenUp } from '#domain/books/write-off-gst.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { DISCOUNTED, UNDISCOUNTED } from './posted-invoice.ts'

interface AskedAmounts {
  asked: string
  gst: string
  gst_percent: string
  own: string | null
}

// Fees that were waived are off our own part; what else was forgiven is off all of it.
const ASKED = sql<AskedAmounts, [invoice_id: number]>`
  select ((case when i.ppd_state = 'lost' then ${UNDISCOUNTED} else ${DISCOUNTED} end)
      + gone.amount)::numeric(14,2)::text as asked,
    (case when i.ppd_state = 'lost' then i.gst_if_not else i.gst_if_discounted end
      - gone.gst)::numeric(14,2)::text as gst,
    coalesce(i.gst_percent, 0)::text as gst_percent,
    case when i.billing = 'split' and i.split_collection = 'through_us' then
      (case when i.ppd_state = 'lost' then i.undiscounted_service_fee
        else i.discounted_service_fee end
      + i.late_payment_fee_total + coalesce(i.owncharges_total, 0)
      + gone.fees)::numeric(14,2)::text end as own
  from invoices i cross join lateral (select
      coalesce(sum(a.amount) filter (where a.account = ${accounts.receivables}), 0) as amount,
      coalesce(sum(a.amount) filter (where a.account = ${accounts.receivables}
        and t.event like 'fee_waived%'), 0) as fees,
      coalesce(sum(a.amount) filter (where a.account = ${accounts.gst}), 0) as gst
    from transactions t join accounttransactions a on a.transaction_id = t.id
    where t.invoice_id = i.id and t.event in (${forgivingEvents})) gone
  where i.id = $1`

/** What is booked when so much of an invoice is given up. */
export async function invoiceWrittenOff(
  conn: Conn,
  invoice_id: number,
  rest: Cents,
): Promise<Posting[]> {
  const row = await ASKED.one(conn, invoice_id)
  if (!row) throw new Error(`Invoice ${invoice_id} is gone.`)
  const { gst_percent, own } = row
  const figures = { asked: cents(row.asked), gst: cents(row.gst), gst_percent }
  return writtenOff(rest, gstGivenUp({ rest, ...figures, own: own === null ? null : cents(own) }))
}
