import { ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { type Fragment, fragment } from '#server/kit/database/sql.ts'
import { bookedAtStake, givenDiscounts, keptDiscounts } from '../discount-facts.ts'
import { SEEN_NOW } from '../report-source.ts'
import { COUNTED_READINGS } from '../use/counted-use.ts'
import { atMoments, type LiveDays, onDays } from './live-days.ts'

/** Those that are told by days, and those that reports tell by months. */
const byDay = ['books', 'received', 'margin', 'clearing', 'use'] as const
const byMonth = ['standing', 'given', 'kept'] as const
export type ByDay = (typeof byDay)[number]
export type ByMonth = (typeof byMonth)[number]

export const keptSources = [...byDay, ...byMonth]
export type KeptSource = (typeof keptSources)[number]

const taken = [ledgerEvents.discountTaken, reversalOf(ledgerEvents.discountTaken)]
const lost = [ledgerEvents.discountLost, reversalOf(ledgerEvents.discountLost)]

const { receivables, supplierCredit, payables, customerCredit } = accounts
/** The accounts of those who owe us and those whom we owe. */
export const STANDING: Fragment = {
  fragment: [receivables, supplierCredit, payables, customerCredit].join(', '),
}

/** What each source adds up on some days: a day, what it is a part of, and how much. */
export const liveAmounts: Record<KeptSource, (days: LiveDays) => Fragment> = {
  books: (days) => fragment`
    select a.transaction_date as day, 'billed' as key, -a.amount as amount
    from accounttransactions a
    where a.account >= ${accounts.energyIncome} and a.account <= ${accounts.lateFees}
      and ${onDays('a.transaction_date', days)}
    union all select a.transaction_date,
      case when a.account = ${accounts.supplierDiscountLost} then 'supplier_discount_lost'
        when t.event in (${taken}) then 'discount_taken' else 'discount_lost' end,
      case when a.account = ${accounts.supplierDiscountLost} then a.amount else -a.amount end
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where a.account in (${accounts.discountAtStake}, ${accounts.supplierDiscountLost})
      and ${onDays('a.transaction_date', days)}
      and (a.account = ${accounts.supplierDiscountLost}
        or t.event in (${taken}) or t.event in (${lost}))`,
  received: (days) => fragment`
    select p.payment_date as day, 'received' as key, p.received_amount as amount
    from invoicepayments p where p.deleted_at is null and ${onDays('p.payment_date', days)}`,
  margin: (days) => fragment`
    select m.invoiced_date as day, 'margin' as key, m.margin as amount
    from invoicemargins m where m.margin is not null and ${onDays('m.invoiced_date', days)}`,
  // How many invoices took so many days from their date to the day they were cleared.
  clearing: (days) => fragment`
    select x.day, (x.day - x.invoice_date)::text as key, 1 as amount
    from (select (i.cleared_at at time zone ${BUSINESS_TIME_ZONE})::date as day, i.invoice_date
      from invoices i where i.cleared_at is not null and i.invoice_status in ('cleared', 'paid')
        and i.deleted_at is null and ${atMoments('i.cleared_at', days)}) x`,
  // Energy taken from the network, as the report of use counts it; each reading on its own day.
  use: (days) => fragment`
    select r.reading_date as day, case when r.reading_latest_type = 'estimate'
      then 'estimated' else 'measured' end as key, r.reading_energy as amount
    from meterreadings r join meterregisters g on g.id = r.meterregister_id
      and g.flow = 'X' and g.deleted_at is null
    join meters m on m.id = g.meter_id and m.deleted_at is null
      and coalesce(m.icp_type, 'electricity') in ('electricity', 'gas')
    where ${COUNTED_READINGS} and r.reading_energy is not null
      and ${onDays('r.reading_date', days)}`,
  // What stands on an account is the sum of all its days.
  standing: (days) => fragment`
    select a.transaction_date as day, a.account::text as key, a.amount from accounttransactions a
    where a.account in (${STANDING}) and ${onDays('a.transaction_date', days)}`,
  // Discounts by the day they were offered, whenever they were taken or lost.
  given: (days) => fragment`
    select g.day, p.key, p.amount from (${givenDiscounts(days, SEEN_NOW)}) g
    cross join lateral (values ('offered', g.offered), ('lost', g.lost), ('open', g.open),
      (case when g.is_granted then 'granted' else 'taken' end, g.taken)) p (key, amount)
    where p.amount <> 0
    union all select k.day, 'booked', k.amount from (${bookedAtStake(days, SEEN_NOW)}) k`,
  kept: (days) => fragment`
    select k.day, p.key, p.amount from (${keptDiscounts(days, SEEN_NOW)}) k
    cross join lateral (values ('offered', k.offered), ('lost', k.lost),
      (case when k.is_earned then 'kept' else 'open' end, k.offered - k.lost)) p (key, amount)
    where p.amount <> 0`,
}
