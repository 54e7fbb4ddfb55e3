import { billChange } from '#domain/invoices/bill-change.ts'
import { invoiceDifference } from '#domain/invoices/invoice-difference.ts'
import type { InvoiceChange } from '#domain/invoices/invoice-document-calls.ts'
import { changeInMail } from '#domain/invoices/invoice-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { invoiceFacts } from './invoice-facts.ts'

const PREVIOUS = sql<{ id: number }, [id: number]>`
  select p.id from invoices i join invoices p on p.contract_id = i.contract_id
    and p.customer_id = i.customer_id
    and p.period_end < i.period_start and p.deleted_at is null
    and p.invoice_status not in ('draft', 'cancelled')
    and (p.invoiced_at is not null or i.invoiced_at is null)
  where i.id = $1 order by p.period_end desc limit 1`

const REDONE = sql<{ id: number }, [id: number]>`
  select p.id from invoices i join invoices p on p.id = i.redo_of_id
  where i.id = $1 and (p.invoiced_at is not null or i.invoiced_at is null)`

/**
 * Compared with the one it replaces, where the customer has seen that, else with the contract's
 * invoice before it; null for a first one. Customers read it, so that one
 * which was sent is held only against others that were.
 */
export async function changeOf(conn: Conn, id: number): Promise<InvoiceChange | null> {
  const redone = await REDONE.one(conn, id)
  const before = redone ?? (await PREVIOUS.one(conn, id))
  if (!before) return null
  const [previous, current] = await Promise.all([
    invoiceFacts(conn, before.id),
    invoiceFacts(conn, id),
  ])
  const change = billChange(previous.invoice, current.invoice, redone !== undefined)
  if (!redone) return change
  return { ...change, lines: invoiceDifference(previous.invoice, current.invoice).lines }
}

/** The same in the words of a mail. */
export async function changeTold(conn: Conn, id: number): Promise<string | null> {
  const change = await changeOf(conn, id)
  return change && changeInMail(change)
}
