import { sentStatuses, voidPaymentStatuses } from '#domain/books/counted-statuses.ts'
import {
  discountEvents,
  forgivingEvents,
  ledgerEvents,
  placingEvents,
  refundEvents,
} from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Fragment, fragment } from '#server/kit/database/sql.ts'
import {
  adjustmentInBooks,
  adjustmentMoney,
  adjustmentOwes,
  adjustmentStatus,
  freeOfAdjustments,
  owedOnAdjustments,
} from './adjustment-invariants.ts'
import { bankInvariants } from './bank-invariants.ts'
import { OPEN_ITEMS } from './open-items.ts'
import { PAYOUTS } from './paid-out.ts'
import { DISCOUNTED, UNDISCOUNTED } from './posted-invoice.ts'
import { promises } from './promises.ts'
import {
  supplierAdjustmentOwes,
  supplierInBooks,
  supplierPayments,
  supplierStatus,
} from './supplier-invariants.ts'

/** One thing that always holds of the books, as a question whose every answer is a violation. */
export interface Invariant {
  code: string
  title: string
  /**
   * Answers `customer_id` and `detail`; $1 narrows it to some customers (null for all of them) and
   * $2 is the business's day.
   */
  violated: Fragment
}

const MINE = (column: string): Fragment => ({
  fragment: `($1::bigint[] is null or ${column} = any($1))`,
})
const SENT = fragment`i.invoice_status in (${sentStatuses}) and i.deleted_at is null`
// A credit invoice is money, not a debt: nothing is ever owed on it.
const OWED = fragment`${SENT} and ${DISCOUNTED} >= 0`
const LIVE = fragment`p.payment_status not in (${voidPaymentStatuses}) and p.deleted_at is null`
const APPLICABLE = fragment`case when i.ppd_state = 'lost' then ${UNDISCOUNTED}
  else ${DISCOUNTED} end`
const NUMBER = fragment`coalesce(i.invoice_number, 'Invoice ' || i.id)`

// What customers owe and what is theirs make up their accounts.
const CUSTOMER_ACCOUNTS = fragment`${accounts.receivables}, ${accounts.customerCredit}`

const FORGIVEN = fragment`coalesce((select -sum(a.amount) from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
  where t.invoice_id = i.id and t.event in (${forgivingEvents})), 0)`

export const invariants: readonly Invariant[] = [
  {
    code: 'I1',
    title: 'Debits equal credits, in each entry and over all',
    violated: fragment`select t.customer_id, 'Entry ' || t.id || ' is out by ' || sum(a.amount) as detail
      from transactions t join accounttransactions a on a.transaction_id = t.id
      where ${MINE('t.customer_id')} group by t.id, t.customer_id having sum(a.amount) <> 0
      union all select null, 'The books are out by ' || sum(amount) from accounttransactions
      where $1::bigint[] is null having sum(amount) <> 0`,
  },
  {
    code: 'I2',
    title: 'A customer’s balance is what they owe, item by item, less their free money',
    violated: fragment`select c.id as customer_id, c.name || ': ' || coalesce(c.balance_total, 0)
        || ' instead of ' || coalesce(o.owed, 0) - coalesce(f.free, 0) as detail
      from customers c
      left join (select customer_id, sum(balance) as owed from (
          select i.customer_id, i.balance from invoices i where ${SENT}
          union all ${owedOnAdjustments}) x group by customer_id) o on o.customer_id = c.id
      left join (select customer_id, sum(free) as free from (
          select p.customer_id, p.unallocated_amount as free from invoicepayments p
            where ${LIVE} and p.payment_status <> 'refunded'
          union all select i.customer_id, -${DISCOUNTED} - coalesce((
            select sum(a.amount) from allocations a where a.credit_invoice_id = i.id), 0)
            + coalesce((select sum(o.amount_incl_gst) from ${PAYOUTS} and o.invoice_id = i.id), 0)
          from invoices i where ${SENT} and ${DISCOUNTED} < 0
          union all ${freeOfAdjustments}) m
        group by customer_id) f on f.customer_id = c.id
      where ${MINE('c.id')}
        and coalesce(c.balance_total, 0) <> coalesce(o.owed, 0) - coalesce(f.free, 0)`,
  },
  {
    code: 'I3',
    title: 'A customer’s balance is its current and its overdue part',
    violated: fragment`select c.id as customer_id, c.name || ': ' || coalesce(c.balance_current, 0) || ' and '
        || coalesce(c.balance_overdue, 0) || ' are not ' || coalesce(c.balance_total, 0) as detail
      from customers c where ${MINE('c.id')} and coalesce(c.balance_total, 0)
        <> coalesce(c.balance_current, 0) + coalesce(c.balance_overdue, 0)`,
  },
  {
    code: 'I4',
    title: 'An item owes its amount less what was forgiven and what was paid on it',
    violated: fragment`select * from (select i.customer_id, ${NUMBER} || ' owes ' || i.balance || ' instead of '
          || ${APPLICABLE} - ${FORGIVEN} - coalesce(a.paid, 0) as detail,
          i.balance <> ${APPLICABLE} - ${FORGIVEN} - coalesce(a.paid, 0) as is_wrong
        from invoices i left join (select invoice_id, sum(amount) as paid from allocations
          group by invoice_id) a on a.invoice_id = i.id
        where ${OWED} and ${MINE('i.customer_id')}) x where is_wrong
      union all ${adjustmentOwes}
      union all ${supplierAdjustmentOwes}`,
  },
  {
    code: 'I5',
    title: 'Cleared and paid means nothing is owed; cancelled means nothing is left in the books',
    violated: fragment`select i.customer_id, ${NUMBER} || ' is ' || i.invoice_status || ' and owes '
        || i.balance as detail
      from invoices i where ${OWED} and ${MINE('i.customer_id')}
        and (i.invoice_status in ('cleared', 'paid')) <> (i.balance <= 0)
      union all select i.customer_id, ${NUMBER} || ' is ' || i.invoice_status || ' with '
        || sum(a.amount) || ' on account ' || a.account
      from invoices i join accounttransactions a on a.invoice_id = i.id
      where ${MINE('i.customer_id')} and (i.invoice_status = 'cancelled'
        or i.invoice_status = 'refunded'
          and a.account in (${accounts.receivables}, ${accounts.discountAtStake}))
      group by i.id, a.account having sum(a.amount) <> 0
      union all ${adjustmentStatus}
      union all ${supplierStatus}`,
  },
  {
    code: 'I6',
    title: 'Each part is its sum and its GST, and the parts’ GST is the invoice’s',
    violated: fragment`select i.customer_id, ${NUMBER} || ' does not add up' as detail from invoices i
      where i.deleted_at is null and i.charges_total is not null and ${MINE('i.customer_id')}
        and (i.charges_total <> i.charges_sum + i.charges_gst
        or i.othercharges_total <> i.othercharges_sum + i.othercharges_gst
        or i.late_payment_fee_total <> i.late_payment_fee_amount + i.late_payment_fee_gst
        or i.owncharges_total <> i.owncharges_sum + i.owncharges_gst
        or i.discounted_subtotal <> i.discounted_charges + i.othercharges_total
        or i.undiscounted_subtotal <> i.othercharges_total + case when i.charges_total < 0
          and i.engine_version <> '1' then i.discounted_charges else i.charges_total end
        or i.undiscounted_total <> i.opening_balance + i.undiscounted_total_this_period
        or i.discounted_total <> i.opening_balance + i.discounted_total_this_period
        or i.undiscounted_total_this_period <> i.undiscounted_service_fee
          + i.late_payment_fee_total + coalesce(i.owncharges_total, 0) + case when i.billing = 'split'
            and i.split_collection = 'direct' then 0 else i.undiscounted_subtotal end
        or i.gst_if_not - case when i.billing = 'split' then 0
            when i.charges_total < 0 and i.engine_version <> '1' then i.gst_if_discounted
              - i.late_payment_fee_gst - coalesce(i.owncharges_gst, 0)
            else i.charges_gst + i.othercharges_gst end - i.late_payment_fee_gst
          - coalesce(i.owncharges_gst, 0) not between least(0, i.undiscounted_service_fee)
            and greatest(0, i.undiscounted_service_fee))`,
  },
  {
    code: 'I7',
    title: 'Paying in time is never dearer, and a discount that stands is booked as one',
    violated: fragment`select i.customer_id, ${NUMBER} || ' costs more in time than later' as detail
      from invoices i where i.deleted_at is null and i.charges_total >= 0
        and i.discounted_total > i.undiscounted_total and ${MINE('i.customer_id')}
      union all select i.customer_id, ${NUMBER} || ' has ' || coalesce(s.stake, 0)
        || ' at stake while its discount is ' || coalesce(i.ppd_state, 'open')
      from invoices i left join (select invoice_id, sum(amount) as stake from accounttransactions
        where account = ${accounts.discountAtStake} group by invoice_id) s on s.invoice_id = i.id
      where ${OWED} and ${MINE('i.customer_id')} and coalesce(s.stake, 0) <>
        case when coalesce(i.ppd_state, 'open') = 'open'
          then i.undiscounted_total_this_period - i.discounted_total_this_period else 0 end
      union all select i.customer_id, ${NUMBER} || ' has its discount booked as '
        || coalesce(e.booked, 'neither') || ' and kept as ' || coalesce(i.ppd_state, 'open')
      from invoices i left join (select t.invoice_id, string_agg(t.event, ', ') as booked
        from transactions t where t.event in (${discountEvents})
          and not exists (select from transactions r where r.reverses_id = t.id)
        group by t.invoice_id) e on e.invoice_id = i.id
      where ${OWED} and i.discounted_total_this_period <> i.undiscounted_total_this_period
        and ${MINE('i.customer_id')} and e.booked is distinct from case i.ppd_state
          when 'lost' then ${ledgerEvents.discountLost}
          when 'earned' then ${ledgerEvents.discountTaken}
          when 'granted' then ${ledgerEvents.discountTaken} end`,
  },
  {
    code: 'I8',
    title: 'Lines add up to the charges, and money on invoices to what the books moved there',
    violated: fragment`select i.customer_id, ${NUMBER} || ' has lines of ' || l.amount || ' and charges of '
        || i.charges_sum + i.othercharges_sum + coalesce(i.owncharges_sum, 0) as detail
      from invoices i cross join lateral (select coalesce(sum((line ->> 'amount')::numeric), 0)
        as amount from jsonb_array_elements(i.lines) line) l
      where i.deleted_at is null and jsonb_typeof(i.lines) = 'array' and i.charges_sum is not null
        and ${MINE('i.customer_id')}
        and l.amount <> i.charges_sum + i.othercharges_sum + coalesce(i.owncharges_sum, 0)
      union all select i.customer_id, ${NUMBER} || ' has ' || coalesce(a.paid, 0)
        || ' on it and ' || coalesce(b.moved, 0) || ' in the books'
      from invoices i left join (select invoice_id, sum(amount) as paid from allocations
        group by invoice_id) a on a.invoice_id = i.id
      left join (select t.invoice_id, -sum(x.amount) as moved from transactions t
        join accounttransactions x on x.transaction_id = t.id
          and x.account = ${accounts.receivables}
        where t.event in (${placingEvents}) group by t.invoice_id) b on b.invoice_id = i.id
      where ${MINE('i.customer_id')} and coalesce(a.paid, 0) <> coalesce(b.moved, 0)
      union all ${adjustmentMoney}`,
  },
  {
    code: 'I9',
    title: 'A payment is what lies on invoices and what is free',
    violated: fragment`select p.customer_id, 'Payment ' || p.id || ': ' || coalesce(p.allocated_amount, 0)
        || ' and ' || coalesce(p.unallocated_amount, 0) || ' are not ' || p.amount_incl_gst
        - coalesce(p.refunded_amount, 0) as detail
      from invoicepayments p left join (select invoicepayment_id, sum(amount) as amount
        from allocations group by invoicepayment_id) a on a.invoicepayment_id = p.id
      where ${MINE('p.customer_id')} and ${LIVE} and p.amount_incl_gst > 0 and (
        p.amount_incl_gst - coalesce(p.refunded_amount, 0)
          <> coalesce(p.allocated_amount, 0) + coalesce(p.unallocated_amount, 0)
        or coalesce(p.allocated_amount, 0) <> coalesce(a.amount, 0)
        or coalesce(p.unallocated_amount, 0) < 0)
      union all select p.customer_id, 'Payment ' || p.id || ' is ' || p.payment_status
        || ' and still lies on an invoice'
      from invoicepayments p where not (${LIVE}) and ${MINE('p.customer_id')}
        and exists (select from allocations a where a.invoicepayment_id = p.id)
      union all ${supplierPayments}`,
  },
  {
    code: 'I10',
    title: 'No more is paid back than came in',
    violated: fragment`select p.customer_id, 'Payment ' || p.id || ' paid back ' || coalesce(p.refunded_amount, 0)
        || ', in the books ' || coalesce(r.amount, 0) || ', of ' || p.amount_incl_gst as detail
      from invoicepayments p left join (select t.invoicepayment_id, -sum(a.amount) as amount
        from transactions t join accounttransactions a on a.transaction_id = t.id
          and a.account in (${accounts.bank}, ${accounts.debitsUnderWay})
        where t.event in (${refundEvents}) group by t.invoicepayment_id) r
        on r.invoicepayment_id = p.id
      where ${MINE('p.customer_id')} and (coalesce(p.refunded_amount, 0) > abs(p.amount_incl_gst)
        or coalesce(p.refunded_amount, 0) <> coalesce(r.amount, 0))`,
  },
  {
    code: 'I11',
    title: 'The books are guarded against changes',
    violated: fragment`select null::bigint as customer_id, 'Table ' || name || ' is not guarded' as detail
      from unnest(array['transactions', 'accounttransactions']) name
      where $1::bigint[] is null and not exists (select from pg_trigger t
        where t.tgrelid = name::regclass and t.tgname = 'keep_the_books' and t.tgenabled = 'O')`,
  },
  {
    code: 'I12',
    title: 'Invoice numbers have no gaps, and no day of a contract is billed twice',
    violated: fragment`select null::bigint as customer_id, 'Number ' || prefix || n || ' is missing' as detail
      from (select s.prefix, s.next_value, g.first from series s cross join lateral (
          select min(substr(i.invoice_number, length(s.prefix) + 1)::bigint) as first
          from invoices i where i.invoice_number ~ ('^' || s.prefix || '[0-9]+$')) g
        where s.name = 'invoice_number') s
      cross join lateral generate_series(s.first, s.next_value - 1) n
      where $1::bigint[] is null and not exists (select from invoices i
        where lower(i.invoice_number) = lower(s.prefix || n))
      union all select null, 'Nothing keeps days from being billed twice'
      where $1::bigint[] is null and not exists (select from pg_constraint
        where conname = 'invoices_period_overlap' and convalidated)`,
  },
  {
    code: 'I15',
    title: 'The books alone give every balance that is kept',
    violated: fragment`select c.id as customer_id, c.name || ': ' || coalesce(c.balance_total, 0) || ' and credit '
        || coalesce(c.account_credit, 0) || ', in the books ' || coalesce(b.total, 0)
        || ' and ' || coalesce(b.credit, 0) as detail
      from customers c left join (select customer_id, sum(amount) as total,
          -coalesce(sum(amount) filter (where account = ${accounts.customerCredit}), 0) as credit
        from accounttransactions where account in (${CUSTOMER_ACCOUNTS}) group by customer_id) b
        on b.customer_id = c.id
      where ${MINE('c.id')} and (coalesce(c.balance_total, 0) <> coalesce(b.total, 0)
        or coalesce(c.account_credit, 0) <> coalesce(b.credit, 0))
      union all select i.customer_id, ${NUMBER} || ' owes ' || i.balance || ', in the books '
        || coalesce(b.owed, 0)
      from invoices i left join (select invoice_id, sum(amount) as owed from accounttransactions
        where account = ${accounts.receivables} group by invoice_id) b on b.invoice_id = i.id
      where ${OWED} and ${MINE('i.customer_id')} and i.balance <> coalesce(b.owed, 0)
      union all ${adjustmentInBooks}
      union all ${supplierInBooks}
      union all select c.id, c.name || ': ' || coalesce(c.balance_overdue, 0)
        || ' are kept as overdue instead of ' || coalesce(o.now, 0)
      from customers c left join (select i.customer_id,
          sum(i.balance - i.promised) as now,
          sum(i.balance - i.promised) filter (where i.due_date < $2::date - 1) as before
        from (${OPEN_ITEMS}) i
        where not i.is_held and i.due_date < $2::date group by i.customer_id) o
        on o.customer_id = c.id
      where ${MINE('c.id')} and coalesce(c.balance_overdue, 0)
        not in (coalesce(o.now, 0), coalesce(o.before, 0))`,
  },
  ...bankInvariants,
  ...promises,
]
