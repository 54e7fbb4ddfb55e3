import { ledgerEvents, pairEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { pairClosed } from '#domain/books/supplier-postings.ts'
import { cents } from '#domain/kit/money.ts'
import { post, reverse } from '#server/books/ledger.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { afterPairChanges } from './after-bill-changes.ts'

// An invoice through us and its bills: both discounts are decided, or there is none to decide.
const IS_DECIDED = fragment`(i.ppd_state <> 'open'
    or i.discounted_total_this_period = i.undiscounted_total_this_period)
  and exists (select from bills b where b.invoice_id = i.id and b.deleted_at is null
    and b.booked_as = 'passed_on' and b.bill_status <> 'draft')
  and not exists (select from bills b where b.invoice_id = i.id and b.deleted_at is null
    and b.bill_status not in ('cancelled', 'refunded')
    and (b.bill_status = 'draft' or b.ppd_state = 'open'))`

// What stands on the supplier's money for the pair; its own closing entry is told apart.
const PAIRS = fragment`select i.id, i.customer_id, i.supplier_id, i.gst_percent::text,
    case when ${IS_DECIDED} then s.left_over else 0 end as wanted, s.closed
  from invoices i cross join lateral (
    select coalesce(-sum(a.amount) filter (where t.event not in (${pairEvents})), 0) as left_over,
      coalesce(sum(a.amount) filter (where t.event in (${pairEvents})), 0) as closed
    from transactions t join accounttransactions a on a.transaction_id = t.id
      and a.account = ${accounts.suppliersMoney}
    where t.invoice_id = i.id
      or t.bill_id in (select b.id from bills b where b.invoice_id = i.id)) s
  where i.billing = 'split' and i.split_collection = 'through_us' and i.deleted_at is null
    and i.invoice_status in ('invoiced', 'cleared', 'paid')`

const OPEN_PAIRS = sql<{ id: number }, [since: string]>`
  select id from (${PAIRS} and i.invoiced_date >= $1) p where wanted <> closed order by id limit 5000`

interface Pair {
  id: number
  customer_id: number
  supplier_id: number | null
  gst_percent: string | null
  wanted: string
  closed: string
}

const PAIR = sql<Pair, [invoice_id: number]>`
  select id, customer_id, supplier_id, gst_percent, wanted::numeric(14,2)::text,
    closed::numeric(14,2)::text
  from (${PAIRS} and i.id = $1) p`

const HOLD_INVOICE = sql<never, [invoice_id: number]>`
  select from invoices where id = $1 for no key update`

const STANDING = sql<{ id: number }, [invoice_id: number]>`
  select t.id from transactions t where t.invoice_id = $1 and t.event = ${ledgerEvents.pairClosed}
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** Invoices whose supplier's money is not settled as their discounts say, the oldest first. */
export async function openPairs(conn: Conn, since: string): Promise<number[]> {
  const rows = await OPEN_PAIRS.all(conn, since)
  return rows.map((row) => row.id)
}

/**
 * Once the customer's discount and ours are decided, what is left of the supplier's money for the
 * pair is ours, or our cost. An outcome that changes reverses what stands.
 */
export async function closePair(ctx: Context, conn: Conn, invoice_id: number): Promise<void> {
  await HOLD_INVOICE.run(conn, invoice_id)
  const pair = await PAIR.one(conn, invoice_id)
  if (!pair || pair.wanted === pair.closed) return
  const standing = await STANDING.all(conn, invoice_id)
  const ids = standing.map((entry) => entry.id)
  await reverse(ctx, conn, ids, 'A discount was looked at again.')
  if (cents(pair.wanted) !== 0) await bookPair(ctx, conn, pair)
  await afterPairChanges(ctx, conn, invoice_id)
}

async function bookPair(ctx: Context, conn: Conn, pair: Pair): Promise<void> {
  const { id: invoice_id, customer_id, supplier_id } = pair
  const percent = pair.gst_percent ?? (await gstOn(conn, todayOf(ctx)))
  await post(ctx, conn, [
    {
      ...{ event: ledgerEvents.pairClosed, customer_id, supplier_id, invoice_id },
      lines: pairClosed(cents(pair.wanted), percent),
    },
  ])
}
