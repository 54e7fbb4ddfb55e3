import { fragment } from '#server/kit/database/sql.ts'
import { promisedFor } from '#server/messaging/checks/promised-for.ts'

/**
 * What customers owe at the moment, invoice by invoice and adjustment by adjustment, with what direct
 * debits that are under way will bring of it.
 */
export const OPEN_ITEMS = fragment`select i.customer_id, i.id as invoice_id,
    null::bigint as adjustment_id, i.invoice_number as number, i.due_date, i.balance, i.is_held,
    i.invoiced_at, ${promisedFor('i', fragment`i`)} as promised
  from invoices i where i.invoice_status = 'invoiced' and i.balance > 0 and i.deleted_at is null
  union all select d.customer_id, null, d.id, d.adjustment_number, d.due_date, d.balance, d.is_held,
    d.invoiced_at, ${promisedFor('a', fragment`d`)}
  from adjustments d where d.adjustment_status = 'invoiced' and d.balance > 0
    and d.deleted_at is null and d.customer_id is not null`
