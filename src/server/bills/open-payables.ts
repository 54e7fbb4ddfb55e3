import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { fragment } from '#server/kit/database/sql.ts'
import { ISSUED } from './supplier-account.ts'

/** What we owe suppliers at the moment, bill by bill and adjustment by adjustment. */
export const OPEN_PAYABLES = fragment`select b.supplier_id, b.id as bill_id,
    null::bigint as adjustment_id, b.supplier_statement_number as number,
    b.account_number_with_supplier as account,
    coalesce(b.supplier_due_date, b.due_date, ${ISSUED}) as due_date, b.balance,
    b.is_withheld as is_held
  from bills b where b.bill_status <> 'draft' and b.balance > 0 and b.deleted_at is null
  union all select d.supplier_id, null, d.id, d.adjustment_number, d.account_number_with_supplier,
    d.due_date, d.balance, d.is_held
  from adjustments d where d.supplier_id is not null and d.adjustment_status = 'invoiced'
    and d.balance > 0 and d.deleted_at is null`

/** What we have with suppliers: payments of ours on nothing, bills below zero, what was given. */
export const SUPPLIER_CREDIT = fragment`select p.supplier_id, p.id as billpayment_id,
    null::bigint as bill_id, null::bigint as adjustment_id, p.reference as number,
    p.payment_date as day, p.unallocated_amount as free
  from billpayments p where p.payment_status in ('paid', 'cleared') and p.unallocated_amount > 0
    and p.deleted_at is null
  union all select b.supplier_id, null, b.id, null, b.supplier_statement_number, ${ISSUED},
    -b.balance
  from bills b where b.bill_status <> 'draft' and b.balance < 0 and b.deleted_at is null
  union all select d.supplier_id, null, null, d.id, d.adjustment_number, d.adjustment_date,
    d.credit_left
  from adjustments d where d.supplier_id is not null and d.side = 'credit' and d.credit_left > 0
    and d.adjustment_status in (${sentStatuses}) and d.deleted_at is null`
