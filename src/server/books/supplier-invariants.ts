import { sentStatuses } from '#domain/books/counted-statuses.ts'
import {
  ledgerEvents,
  restEvents,
  reversalOf,
  writeOffEvents,
} from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { fragment } from '#server/kit/database/sql.ts'

// What always holds of our accounts with suppliers, each beside what holds of customers under the same
// name. They are asked when everything is, since no single customer is meant.
const ALL = fragment`$1::bigint[] is null`
const OURS = fragment`d.supplier_id is not null and d.deleted_at is null`
const OWED = fragment`${OURS} and d.side = 'debit' and d.adjustment_status in (${sentStatuses})`
const GIVEN = fragment`${OURS} and d.side = 'credit' and d.adjustment_status in (${sentStatuses})`
const OUT = fragment`p.payment_status in ('paid', 'cleared') and p.deleted_at is null`
const BILL = fragment`coalesce('Bill ' || b.supplier_statement_number, 'Bill ' || b.id)`

const owedOn = (column: 'bill_id' | 'adjustment_id') =>
  fragment`(select ${{ fragment: column }}, -sum(amount) as owed from accounttransactions
    where account = ${accounts.payables} group by ${{ fragment: column }})`

// Our money with suppliers by its source, as the books have it.
const freeOf = (column: 'billpayment_id' | 'credit_adjustment_id') =>
  fragment`(select t.${{ fragment: column }}, sum(a.amount) as free from transactions t
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.supplierCredit}
    group by t.${{ fragment: column }})`

const PAID = fragment`coalesce((select sum(a.amount) from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
  where t.adjustment_id = d.id and t.event not in (${writeOffEvents}, ${restEvents})
    and num_nonnulls(t.billpayment_id, t.credit_adjustment_id) = 1), 0)`
const GIVEN_UP = fragment`coalesce((select sum(a.amount) from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
  where t.adjustment_id = d.id and t.event in (${writeOffEvents}, ${restEvents})), 0)`

/** I4: an adjustment owes its amount less what was given up and what was paid on it. */
export const supplierAdjustmentOwes = fragment`select null::bigint, d.adjustment_number || ' owes '
    || d.balance || ' instead of ' || d.amount - ${GIVEN_UP} - ${PAID}, true
  from adjustments d where ${ALL} and ${OWED} and (d.balance <> d.amount - ${GIVEN_UP} - ${PAID}
    or d.written_off <> ${GIVEN_UP})`

/** I5: settled means nothing is owed; cancelled means nothing is left in the books. */
export const supplierStatus = fragment`select null::bigint, d.adjustment_number || ' is '
    || d.adjustment_status || ' and owes ' || d.balance
  from adjustments d where ${ALL} and ${OWED}
    and (d.adjustment_status in ('cleared', 'paid')) <> (d.balance <= 0)
  union all select null, d.adjustment_number || ' is cancelled with ' || sum(a.amount)
    || ' on account ' || a.account
  from adjustments d join accounttransactions a on a.adjustment_id = d.id
  where ${ALL} and ${OURS} and d.adjustment_status = 'cancelled'
  group by d.id, a.account having sum(a.amount) <> 0
  union all select null, ${BILL} || ' is ' || b.bill_status || ' with ' || -o.owed || ' on account '
    || ${accounts.payables}
  from bills b join ${owedOn('bill_id')} o on o.bill_id = b.id
  where ${ALL} and b.bill_status in ('cancelled', 'refunded') and o.owed <> 0`

/** I9: a payment is what lies on bills and adjustments, what is free and what came back. */
export const supplierPayments = fragment`select null::bigint, 'Payment to a supplier ' || p.id || ': '
    || coalesce(p.allocated_amount, 0) || ' and ' || coalesce(p.unallocated_amount, 0) || ' are not '
    || p.amount_incl_gst - coalesce(p.refunded_amount, 0)
  from billpayments p left join ${freeOf('billpayment_id')} f on f.billpayment_id = p.id
  where ${ALL} and case when ${OUT} then coalesce(p.unallocated_amount, 0) < 0
    or p.amount_incl_gst - coalesce(p.refunded_amount, 0)
      <> coalesce(p.allocated_amount, 0) + coalesce(p.unallocated_amount, 0)
    or coalesce(p.unallocated_amount, 0) <> coalesce(f.free, 0)
    else coalesce(p.unallocated_amount, 0) <> 0 or coalesce(f.free, 0) <> 0 end`

/** I15: the books alone give what is owed on each document, and what is left of each credit. */
export const supplierInBooks = fragment`select null::bigint, ${BILL} || ' owes '
    || coalesce(b.balance, 0) || ', in the books ' || coalesce(o.owed, 0)
  from bills b left join ${owedOn('bill_id')} o on o.bill_id = b.id
  where ${ALL} and b.deleted_at is null and b.bill_status <> 'draft'
    and coalesce(b.balance, 0) <> coalesce(o.owed, 0)
  union all select null, d.adjustment_number || ' owes ' || d.balance || ', in the books '
    || coalesce(o.owed, 0)
  from adjustments d left join ${owedOn('adjustment_id')} o on o.adjustment_id = d.id
  where ${ALL} and ${OWED} and d.balance <> coalesce(o.owed, 0)
  union all select null, d.adjustment_number || ' has credit of ' || d.credit_left
    || ' left, in the books ' || coalesce(f.free, 0)
  from adjustments d left join ${freeOf('credit_adjustment_id')} f on f.credit_adjustment_id = d.id
  where ${ALL} and ${OURS} and d.side = 'credit' and d.credit_left <> coalesce(f.free, 0)`

// Entries by hand are carried over into adjustments and net to nothing; nobody can book them any more.
const byHand = [ledgerEvents.manual, reversalOf(ledgerEvents.manual)]

/** P6: every cent that we owe suppliers, or have there, belongs to a document. */
export const supplierDocuments = fragment`select null::bigint, 'Entry ' || t.id || ' moves ' || a.amount
    || ' on account ' || a.account || ' for no document'
  from accounttransactions a join transactions t on t.id = a.transaction_id
  where ${ALL} and t.event not in (${byHand})
    and (a.account = ${accounts.payables} and num_nonnulls(a.bill_id, a.adjustment_id) <> 1
      or a.account = ${accounts.supplierCredit}
        and num_nonnulls(t.billpayment_id, t.credit_adjustment_id) <> 1)
  union all select null, 'We owe suppliers ' || d.owed || ' by documents and ' || b.owed
    || ' by the books'
  from (select coalesce(-sum(a.amount), 0) as owed from accounttransactions a
      join transactions t on t.id = a.transaction_id
      where a.account in (${accounts.payables}, ${accounts.supplierCredit})
        and t.event not in (${byHand})) b,
    (select coalesce(sum(owed), 0) as owed from (
      select b.balance as owed from bills b where b.deleted_at is null and b.bill_status <> 'draft'
      union all select d.balance from adjustments d where ${OWED}
      union all select -d.credit_left from adjustments d where ${GIVEN}
      union all select -p.unallocated_amount from billpayments p where ${OUT}) x) d
  where ${ALL} and b.owed <> d.owed`
