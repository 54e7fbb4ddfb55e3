import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Fragment, fragment } from '#server/kit/database/sql.ts'
import { type LiveDays, onDays } from './figures/live-days.ts'
import type { Outlook } from './report-source.ts'

const both = (event: (typeof ledgerEvents)[keyof typeof ledgerEvents]) => [event, reversalOf(event)]

// Invoices with something at stake on these days: only what was booked on them is added up.
const touchedOn = (days: LiveDays) => fragment`(select w.invoice_id from accounttransactions w
    where w.account = ${accounts.discountAtStake} and ${onDays('w.transaction_date', days)})`

/**
 * What was at stake with each invoice that was first sent on these days. Each cent of it was offered
 * when the invoice was sent, and is taken, lost or open since.
 */
export const givenDiscounts = (days: LiveDays, { counts, discountOf }: Outlook): Fragment =>
  fragment`select i.id, i.invoice_number as number, i.customer_id, x.day, x.offered, x.taken, x.lost,
    x.open, coalesce(${discountOf('invoice', 'i')}, 'open') = 'granted' as is_granted
  from (select t.invoice_id,
      min(a.transaction_date) filter (where t.event = ${ledgerEvents.invoiceSent}) as day,
      coalesce(sum(a.amount) filter (where t.event in (${both(ledgerEvents.invoiceSent)})), 0) as offered,
      coalesce(-sum(a.amount) filter (where t.event in (${both(ledgerEvents.discountTaken)})), 0) as taken,
      coalesce(-sum(a.amount) filter (where t.event in (${both(ledgerEvents.discountLost)})), 0) as lost,
      sum(a.amount) as open
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where a.account = ${accounts.discountAtStake} and t.invoice_id in ${touchedOn(days)}
      and ${counts} group by t.invoice_id) x
  join invoices i on i.id = x.invoice_id where ${onDays('x.day', days)}`

/** What the books alone say is still at stake of them, by the day they were first sent. */
export const bookedAtStake = (days: LiveDays, { counts }: Pick<Outlook, 'counts'>): Fragment =>
  fragment`select s.day, a.amount from (
    select t.invoice_id, min(t.transaction_date) as day from transactions t
    where t.event = ${ledgerEvents.invoiceSent} and t.invoice_id in ${touchedOn(days)}
    group by t.invoice_id) s
  join accounttransactions a on a.invoice_id = s.invoice_id
    and a.account = ${accounts.discountAtStake} and ${counts}
  where ${onDays('s.day', days)}`

/**
 * The discount of each bill that was first approved on these days. A bill is booked at what it costs in
 * time; what its discount took off comes on top when it is lost.
 */
export const keptDiscounts = (days: LiveDays, { counts, stands, discountOf }: Outlook): Fragment =>
  fragment`select b.id, b.supplier_statement_number as number, b.supplier_id, x.day,
    b.undiscounted_bill_sum - b.discounted_bill_sum as offered, coalesce(l.lost, 0) as lost,
    coalesce(${discountOf('bill', 'b')}, 'open') = 'earned' as is_earned
  from (select t.bill_id, min(t.transaction_date) as day from transactions t
    where t.event = ${ledgerEvents.billApproved}
      and t.bill_id in (select w.bill_id from transactions w
        where w.event = ${ledgerEvents.billApproved} and ${onDays('w.transaction_date', days)})
      and ${stands} group by t.bill_id) x
  join bills b on b.id = x.bill_id
  left join lateral (select -sum(a.amount) as lost from accounttransactions a
    join transactions t on t.id = a.transaction_id
      and t.event in (${both(ledgerEvents.billDiscountLost)})
    where a.bill_id = b.id and a.account = ${accounts.payables} and ${counts}) l on true
  where ${onDays('x.day', days)} and b.undiscounted_bill_sum <> b.discounted_bill_sum
    and b.booked_as in ('cost', 'passed_on')`
