import { sentStatuses, voidPaymentStatuses } from '#domain/books/counted-statuses.ts'
import {
  discountEvents,
  forgivingEvents,
  ledgerEvents,
  reversalOf,
} from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Fragment, fragment } from '#server/kit/database/sql.ts'
import { freeOfAdjustments, owedOnAdjustments } from './adjustment-invariants.ts'
import type { Invariant } from './invariants.ts'
import { OPEN_ITEMS } from './open-items.ts'
import { PAYOUTS } from './paid-out.ts'
import { DISCOUNTED } from './posted-invoice.ts'
import { supplierDocuments } from './supplier-invariants.ts'

const MINE = (column: string): Fragment => ({
  fragment: `($1::bigint[] is null or ${column} = any($1))`,
})
const SENT = fragment`i.invoice_status in (${sentStatuses}) and i.deleted_at is null`
const LIVE = fragment`p.payment_status not in (${voidPaymentStatuses}) and p.deleted_at is null`

/** Money on nothing: of payments, and what invoices and adjustments gave. */
const CREDIT = fragment`select p.customer_id, p.unallocated_amount as free from invoicepayments p
  where ${LIVE}
  union all select i.customer_id, -(${DISCOUNTED}) - coalesce((select sum(a.amount)
    from allocations a where a.credit_invoice_id = i.id), 0)
    + coalesce((select sum(o.amount_incl_gst) from ${PAYOUTS} and o.invoice_id = i.id), 0)
  from invoices i where ${SENT} and ${DISCOUNTED} < 0
  union all ${freeOfAdjustments}`

const outcomeEvents = [
  ...discountEvents,
  ...discountEvents.map((event) => reversalOf(event)),
  ...forgivingEvents,
]
// Older ones were carried over into adjustments and net to nothing; nobody can book them any more.
const byHand = [ledgerEvents.manual, reversalOf(ledgerEvents.manual)]
// Causes are kept since money stays where it was placed; what was booked before has none.
const SINCE_CAUSES = fragment`coalesce((select applied_at from schema_version
  where name like '%money_stays%'), '-infinity')`

/** What the books promise to customers, beyond adding up: billing.md §9. */
export const promises: readonly Invariant[] = [
  {
    code: 'P2',
    title: 'Nothing is owed below zero, and no free credit stands beside what is open',
    violated: fragment`select i.customer_id, coalesce(i.invoice_number, 'Invoice ' || i.id)
        || ' owes ' || i.balance as detail
      from invoices i where ${SENT} and i.balance < 0 and ${MINE('i.customer_id')}
      union all select d.customer_id, d.adjustment_number || ' owes ' || d.balance
      from adjustments d where d.balance < 0 and d.deleted_at is null and ${MINE('d.customer_id')}
      union all select o.customer_id, 'Credit of ' || f.free || ' is free while ' || o.owed
        || ' is owed'
      from (select customer_id, sum(balance) as owed from (${OPEN_ITEMS}) i
        where not is_held and ${MINE('customer_id')} group by customer_id) o
      join (select customer_id, sum(free) as free from (${CREDIT}
          union all select customer_id, -amount from money_set_aside m
          where purpose in ('reserved', 'waiting') and not exists (select from invoicepayments p
            where p.id = m.invoicepayment_id and not (${LIVE}))) x
        where ${MINE('customer_id')} group by customer_id) f on f.customer_id = o.customer_id
      where f.free > 0`,
  },
  {
    code: 'P5',
    title: 'Every change of a discount, a fee or a debt names what caused it',
    violated: fragment`select t.customer_id, 'Entry ' || t.id || ' (' || t.event || ') names no cause'
        as detail
      from transactions t where t.event in (${outcomeEvents}) and ${MINE('t.customer_id')}
        and trim(coalesce(t.reason, '')) = '' and t.created_at > ${SINCE_CAUSES}
      union all select f.customer_id, f.name || ' was dropped without a cause'
      from pending_charges f where f.dropped_at is not null and ${MINE('f.customer_id')}
        and trim(coalesce(f.drop_reason, '')) = '' and f.created_at > ${SINCE_CAUSES}`,
  },
  {
    code: 'P6',
    title: 'Every cent that customers or suppliers owe or own belongs to a document',
    violated: fragment`select a.customer_id, 'Entry ' || t.id || ' moves ' || a.amount
        || ' on account ' || a.account || ' for no document' as detail
      from accounttransactions a join transactions t on t.id = a.transaction_id
      where ${MINE('a.customer_id')} and t.event not in (${byHand})
        and a.invoice_id is null and a.adjustment_id is null
        and (a.account = ${accounts.receivables}
          or a.account = ${accounts.customerCredit} and t.invoicepayment_id is null)
      union all select p.customer_id, 'Payment ' || p.id || ' has ' || coalesce(b.free, 0)
        || ' free in the books instead of ' || p.free
      from (select p.id, p.customer_id, case when ${LIVE} then coalesce(p.unallocated_amount, 0)
          -- A payout takes what another document gave.
          + least(p.amount_incl_gst, 0) else 0 end as free from invoicepayments p where ${MINE('p.customer_id')}) p
      left join (select t.invoicepayment_id, -sum(a.amount) as free from transactions t
        join accounttransactions a on a.transaction_id = t.id
          and a.account = ${accounts.customerCredit}
        where t.invoicepayment_id is not null and ${MINE('t.customer_id')}
        group by t.invoicepayment_id) b on b.invoicepayment_id = p.id
      where p.free <> coalesce(b.free, 0)
      union all select null, 'Customers owe ' || d.owed || ' by their documents and ' || b.owed
        || ' by the books'
      from (select coalesce(sum(amount), 0) as owed from accounttransactions
          where account in (${accounts.receivables}, ${accounts.customerCredit})) b,
        (select coalesce(sum(owed), 0) as owed from (
          select balance as owed from invoices i where ${SENT}
          union all select balance from (${owedOnAdjustments}) x
          union all select -free from (${CREDIT}) x) x) d
      where $1::bigint[] is null and b.owed <> d.owed
      union all ${supplierDocuments}`,
  },
]
