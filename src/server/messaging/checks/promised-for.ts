import { type Fragment, fragment } from '#server/kit/database/sql.ts'

/**
 * What direct debits under way promise for one row of invoices (`i`) or adjustments (`a`), never more
 * than is open. Whichever page a debit was planned for, its plan says what it pays.
 */
export const promisedFor = (kind: 'i' | 'a', own: Fragment): Fragment => fragment`least(
  ${own}.balance, coalesce((select sum((e->>'amount')::numeric) from invoicepayments pending
    cross join jsonb_array_elements(pending.plan) e
    where pending.customer_id = ${own}.customer_id and pending.payment_status = 'pending'
      and pending.deleted_at is null and e->>'key' = ${kind} || ${own}.id), 0))`
