import type { BillingRun } from '#domain/runs/billingrun.ts'
import type { ChosenContract, ItemStatus } from '#domain/runs/run-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

export interface RunItem extends ChosenContract {
  id: number
  invoice_id: number | null
}

export type RunStatus = BillingRun['run_status']

const HOLD = sql<
  { invoice_date: string; acknowledged: string[] | null },
  [id: number, status: RunStatus]
>`select invoice_date, acknowledged from billingruns
  where id = $1 and run_status = $2 and deleted_at is null for no key update`

/**
 * Holds the run until the transaction ends, so that two workers and the people beside them take
 * turns. Null when it is in another state by now: there is nothing left to do.
 */
export async function holdRun(
  conn: Conn,
  id: number,
  status: RunStatus,
): Promise<{ invoice_date: string; acknowledged: string[] } | null> {
  const row = await HOLD.one(conn, id, status)
  return row ? { ...row, acknowledged: row.acknowledged ?? [] } : null
}

const INVOICE_DATE = sql<{ invoice_date: string | null }, [id: number]>`
  select invoice_date from billingruns where id = $1`

export async function invoiceDateOf(conn: Conn, id: number): Promise<string | null> {
  return (await INVOICE_DATE.one(conn, id))?.invoice_date ?? null
}

const ITEMS = sql<
  RunItem,
  [billingrun_id: number, status: ItemStatus, after: number, limit: number]
>`select id, contract_id, customer_id, period_start, period_end, invoice_id
  from billingrun_items where billingrun_id = $1 and item_status = $2 and id > $3
    and left_out is null order by id limit $4`

export async function itemsIn(
  conn: Conn,
  billingrun_id: number,
  status: ItemStatus,
  after: number,
  limit: number,
): Promise<RunItem[]> {
  return ITEMS.all(conn, billingrun_id, status, after, limit)
}

const STILL_WAITING = sql<{ contract_id: number }, [ids: readonly number[]]>`
  select contract_id from billingrun_items where id = any($1) and item_status = 'waiting'`

/** Of these items those that are still to do: another worker may have done some of them. */
export async function stillWaiting(conn: Conn, items: readonly RunItem[]): Promise<Set<number>> {
  const ids = items.map((item) => item.id)
  const rows = await STILL_WAITING.all(conn, ids)
  return new Set(rows.map((row) => row.contract_id))
}

const NOTE = sql<never, [id: number, item_status: ItemStatus | null, message: string | null]>`
  update billingrun_items set item_status = coalesce($2, item_status), message = $3 where id = $1`

export async function noteItem(
  conn: Conn,
  id: number,
  item_status: ItemStatus | null,
  message: string | null,
): Promise<void> {
  await NOTE.run(conn, id, item_status, message)
}

const FOLLOW = sql<never, [billingrun_id: number]>`
  update billingrun_items i set item_status = x.status, message = x.message
  from (select i.id,
      case when v.deleted_at is not null or v.invoice_status = 'cancelled' then 'failed'
        when v.invoice_status = 'draft' then 'made'
        when v.invoice_status = 'approved' then 'approved' else 'sent' end as status,
      case when v.deleted_at is not null then 'Its draft was deleted.'
        when v.invoice_status = 'cancelled' then 'Its invoice was cancelled.'
        else i.message end as message
    from billingrun_items i join invoices v on v.id = i.invoice_id
    where i.billingrun_id = $1) x
  where i.id = x.id and i.item_status <> x.status`

/** People approve, send and delete invoices of a run by hand, too: the items follow. */
export async function followInvoices(conn: Conn, billingrun_id: number): Promise<void> {
  await FOLLOW.run(conn, billingrun_id)
}

/** Items that have an invoice. */
const WITH_INVOICE: readonly ItemStatus[] = ['made', 'approved', 'sent']
const APPROVED: readonly ItemStatus[] = ['approved', 'sent']

const COUNT = sql<never, [id: number]>`
  update billingruns r set rows_done = c.done, rows_failed = c.failed,
    rows_approved = c.approved, rows_sent = c.sent,
    discounted_total = c.discounted, undiscounted_total = c.undiscounted
  from (select count(*) filter (where i.item_status in (${WITH_INVOICE})) as done,
      count(*) filter (where i.item_status = 'failed') as failed,
      count(*) filter (where i.item_status in (${APPROVED})) as approved,
      count(*) filter (where i.item_status = 'sent') as sent,
      coalesce(sum(v.discounted_total_this_period), 0) as discounted,
      coalesce(sum(v.undiscounted_total_this_period), 0) as undiscounted
    from billingrun_items i left join invoices v on v.id = i.invoice_id
      and i.item_status in (${WITH_INVOICE})
    where i.billingrun_id = $1) c
  where r.id = $1`

/** Keeps the counts and sums people watch; they are the server's own and make no new version. */
export async function countRun(conn: Conn, id: number): Promise<void> {
  await COUNT.run(conn, id)
}

const MOVE = sql<never, [id: number, from: RunStatus, to: RunStatus]>`
  update billingruns set run_status = $3, message = null where id = $1 and run_status = $2`

/** Brings a run on once its work is done, unless somebody has stopped it meanwhile. */
export async function moveRun(
  conn: Conn,
  id: number,
  from: RunStatus,
  to: RunStatus,
): Promise<void> {
  await MOVE.run(conn, id, from, to)
}
