import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { placingEvents, writeOffEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { fragment } from '#server/kit/database/sql.ts'
import { PAYOUTS } from './paid-out.ts'

// What always holds of adjustments, each beside what holds of invoices under the same name.

const STANDS = fragment`d.customer_id is not null and d.deleted_at is null
  and d.adjustment_status in (${sentStatuses})`
const OWED = fragment`${STANDS} and d.side = 'debit'`
const MINE = fragment`d.customer_id is not null
  and ($1::bigint[] is null or d.customer_id = any($1))`

// What pays items, and what left for the customer's bank account.
const USED = fragment`(coalesce((select sum(a.amount) from allocations a
  where a.credit_adjustment_id = d.id), 0)
  - coalesce((select sum(o.amount_incl_gst) from ${PAYOUTS} and o.adjustment_id = d.id), 0))`
const PAID = fragment`coalesce((select sum(a.amount) from allocations a
  where a.adjustment_id = d.id), 0)`
const FORGIVEN = fragment`coalesce((select -sum(a.amount) from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
  where t.adjustment_id = d.id and t.event in (${writeOffEvents})), 0)`

/** What customers owe on adjustments. */
export const owedOnAdjustments = fragment`select d.customer_id, d.balance from adjustments d
  where ${OWED}`

/** Credit of adjustments that is free. */
export const freeOfAdjustments = fragment`select d.customer_id, d.amount - ${USED} as free
  from adjustments d where ${STANDS} and d.side = 'credit'`

export const adjustmentOwes = fragment`select * from (select d.customer_id, d.adjustment_number
      || ' owes ' || d.balance || ' instead of ' || d.amount - ${FORGIVEN} - ${PAID} as detail,
    d.balance <> d.amount - ${FORGIVEN} - ${PAID} as is_wrong
  from adjustments d where ${OWED} and ${MINE}
  union all select d.customer_id, d.adjustment_number || ' has credit of ' || d.credit_left
      || ' left instead of ' || d.amount - ${USED}, d.credit_left <> d.amount - ${USED}
  from adjustments d where ${STANDS} and d.side = 'credit' and ${MINE}) x where is_wrong`

export const adjustmentStatus = fragment`select d.customer_id, d.adjustment_number || ' is '
    || d.adjustment_status || ' and owes ' || d.balance as detail
  from adjustments d where ${OWED} and ${MINE}
    and (d.adjustment_status in ('cleared', 'paid')) <> (d.balance <= 0)
  union all select d.customer_id, d.adjustment_number || ' is cancelled with ' || sum(a.amount)
    || ' on account ' || a.account
  from adjustments d join accounttransactions a on a.adjustment_id = d.id
  where d.adjustment_status = 'cancelled' and ${MINE}
  group by d.id, a.account having sum(a.amount) <> 0`

export const adjustmentMoney = fragment`select d.customer_id, d.adjustment_number || ' has '
    || ${PAID} || ' on it and ' || coalesce(b.moved, 0) || ' in the books'
  from adjustments d left join (select t.adjustment_id, -sum(x.amount) as moved
    from transactions t join accounttransactions x on x.transaction_id = t.id
      and x.account = ${accounts.receivables}
    where t.event in (${placingEvents}) group by t.adjustment_id) b on b.adjustment_id = d.id
  where ${MINE} and ${PAID} <> coalesce(b.moved, 0)`

export const adjustmentInBooks = fragment`select d.customer_id, d.adjustment_number || ' owes '
    || d.balance || ', in the books ' || coalesce(b.owed, 0)
  from adjustments d left join (select adjustment_id, sum(amount) as owed from accounttransactions
    where account = ${accounts.receivables} group by adjustment_id) b on b.adjustment_id = d.id
  where ${OWED} and ${MINE} and d.balance <> coalesce(b.owed, 0)`
