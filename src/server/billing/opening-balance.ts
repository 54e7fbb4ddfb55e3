import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database.ts'

export interface PageItem {
  invoice_id: number
  invoice_number: string
  due_date: string
  balance: string
}

export interface Opening {
  /** What is asked for from before: overdue rests less free credit. */
  amount: string
  items: PageItem[]
  credit: string
}

/**
 * What a page asks for from before: rests that are overdue, not held and not asked for on another
 * page that is not yet due, less the customer's free credit.
 */
export async function openingBalance(
  conn: Conn,
  customer_id: number,
  today: string,
  ownInvoice: number | null,
): Promise<Opening> {
  const items = await conn.query<PageItem>(
    `select i.id as invoice_id, i.invoice_number, i.due_date, i.balance::text from invoices i
     where i.customer_id = $1 and i.id is distinct from $3 and i.invoice_status = 'invoiced'
       and i.balance > 0 and not i.is_held and i.due_date < $2 and i.deleted_at is null
       and not exists (select from invoices p where p.customer_id = $1 and p.id <> i.id
         and p.id is distinct from $3 and p.invoice_status = 'invoiced' and p.due_date >= $2
         and p.deleted_at is null
         and p.page_items @> jsonb_build_array(jsonb_build_object('invoice_id', i.id)))
     order by i.due_date, i.id`,
    [customer_id, today, ownInvoice],
  )
  const credit = await freeCredit(conn, customer_id, ownInvoice)
  const owed = sumCents(items.map((item) => cents(item.balance)))
  return {
    amount: toDecimalString(wholeCents(owed - credit)),
    items,
    credit: toDecimalString(credit),
  }
}

/** Money on no invoice that no new draft has been promised. */
async function freeCredit(
  conn: Conn,
  customer_id: number,
  ownInvoice: number | null,
): Promise<Cents> {
  const [row] = await conn.query<{ credit: string }>(
    `select (-coalesce((select sum(amount) from accounttransactions
         where customer_id = $1 and account = 2100), 0)
       - coalesce((select sum(unallocated_amount) from invoicepayments p
         where p.customer_id = $1 and p.payment_status not in ('cancelled', 'failed')
           and exists (select from invoices d where d.id = p.invoice_id
             and d.redo_of_id is not null and d.id is distinct from $2
             and d.invoice_status in ('draft', 'approved') and d.deleted_at is null)), 0))::numeric(14,2)::text
       as credit`,
    [customer_id, ownInvoice],
  )
  return cents(row?.credit ?? '0.00')
}
