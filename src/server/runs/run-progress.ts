import type { Conn } from '#server/kit/database/database.ts'
import type { ChosenContract } from './run-choice.ts'

export interface RunItem extends ChosenContract {
  id: number
  invoice_id: number | null
}

/**
 * Holds the run until the transaction ends, so that two workers and the people beside them take
 * turns. Null when it is in another state by now: there is nothing left to do.
 */
export async function holdRun(
  conn: Conn,
  id: number,
  status: string,
): Promise<{ invoice_date: string; acknowledged: string[] } | null> {
  const [row] = await conn.query<{ invoice_date: string; acknowledged: string[] | null }>(
    `select invoice_date, acknowledged from billingruns
     where id = $1 and run_status = $2 and deleted_at is null for no key update`,
    [id, status],
  )
  return row ? { ...row, acknowledged: row.acknowledged ?? [] } : null
}

export async function invoiceDateOf(conn: Conn, id: number): Promise<string | null> {
  const [row] = await conn.query<{ invoice_date: string | null }>(
    'select invoice_date from billingruns where id = $1',
    [id],
  )
  return row?.invoice_date ?? null
}

export async function itemsIn(
  conn: Conn,
  billingrun_id: number,
  status: string,
  after: number,
  limit: number,
): Promise<RunItem[]> {
  return conn.query<RunItem>(
    `select id, contract_id, customer_id, period_start, period_end, invoice_id
     from billingrun_items where billingrun_id = $1 and item_status = $2 and id > $3
     order by id limit $4`,
    [billingrun_id, status, after, limit],
  )
}

/** Of these items those that are still to do: another worker may have done some of them. */
export async function stillWaiting(conn: Conn, items: readonly RunItem[]): Promise<Set<number>> {
  const rows = await conn.query<{ contract_id: number }>(
    `select contract_id from billingrun_items where id = any($1) and item_status = 'waiting'`,
    [items.map((item) => item.id)],
  )
  return new Set(rows.map((row) => row.contract_id))
}

export async function noteItem(
  conn: Conn,
  id: number,
  item_status: string | null,
  message: string | null,
): Promise<void> {
  await conn.query(
    `update billingrun_items set item_status = coalesce($2, item_status), message = $3 where id = $1`,
    [id, item_status, message],
  )
}

/** People approve, send and delete invoices of a run by hand, too: the items follow. */
export async function followInvoices(conn: Conn, billingrun_id: number): Promise<void> {
  await conn.query(
    `update billingrun_items i set item_status = x.status, message = x.message
     from (select i.id,
         case when v.deleted_at is not null or v.invoice_status = 'cancelled' then 'failed'
           when v.invoice_status = 'draft' then 'made'
           when v.invoice_status = 'approved' then 'approved' else 'sent' end as status,
         case when v.deleted_at is not null then 'Its draft was deleted.'
           when v.invoice_status = 'cancelled' then 'Its invoice was cancelled.'
           else i.message end as message
       from billingrun_items i join invoices v on v.id = i.invoice_id
       where i.billingrun_id = $1) x
     where i.id = x.id and i.item_status <> x.status`,
    [billingrun_id],
  )
}

/** Keeps the counts and sums people watch; they are the server's own and make no new version. */
export async function countRun(conn: Conn, id: number): Promise<void> {
  await conn.query(
    `update billingruns r set rows_done = c.done, rows_failed = c.failed,
       rows_approved = c.approved, rows_sent = c.sent,
       discounted_total = c.discounted, undiscounted_total = c.undiscounted
     from (select count(*) filter (where i.item_status in ('made', 'approved', 'sent')) as done,
         count(*) filter (where i.item_status = 'failed') as failed,
         count(*) filter (where i.item_status in ('approved', 'sent')) as approved,
         count(*) filter (where i.item_status = 'sent') as sent,
         coalesce(sum(v.discounted_total_this_period), 0) as discounted,
         coalesce(sum(v.undiscounted_total_this_period), 0) as undiscounted
       from billingrun_items i left join invoices v on v.id = i.invoice_id
         and i.item_status in ('made', 'approved', 'sent')
       where i.billingrun_id = $1) c
     where r.id = $1`,
    [id],
  )
}

/** The next state of a run, unless somebody has stopped it meanwhile. */
export async function moveRun(
  conn: Conn,
  id: number,
  from: string,
  to: string,
  message: string | null = null,
): Promise<void> {
  await conn.query(
    'update billingruns set run_status = $3, message = $4 where id = $1 and run_status = $2',
    [id, from, to, message],
  )
}
