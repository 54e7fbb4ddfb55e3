import { fragment } from '#server/kit/database/sql.ts'

/** What customers owe at the moment, invoice by invoice and adjustment by adjustment. */
export const OPEN_ITEMS = fragment`select customer_id, invoice_number as number, due_date, balance,
    is_held, invoiced_at
  from invoices where invoice_status = 'invoiced' and balance > 0 and deleted_at is null
  union all select customer_id, adjustment_number, due_date, balance, is_held, invoiced_at
  from adjustments where adjustment_status = 'invoiced' and balance > 0 and deleted_at is null
    and customer_id is not null`
