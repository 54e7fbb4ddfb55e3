import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import type { BearingInvoice } from '#domain/reports/margin.ts'
import { sql } from '#server/kit/database/sql.ts'
import { COUNTS, SEEN_THEN } from './report-source.ts'

const { energyIncome, otherIncome, serviceFees, supplierDiscountKept } = accounts
const INCOME = [energyIncome, otherIncome, serviceFees, supplierDiscountKept].join(', ')
const INCOME_ACCOUNTS = { fragment: `${INCOME}, ${accounts.supplierDifferences}` }
const COST_ACCOUNTS = { fragment: `${accounts.energyCost}, ${accounts.supplierDiscountLost}` }

/** Whom an invoice or a bill is about. */
export interface DocumentOwners {
  customer_id: number | null
  customer: string | null
  contract_id: number | null
  contract: string | null
  supplier_id: number | null
  supplier: string | null
  service: string | null
  number: string | null
}

export interface EarningInvoice extends DocumentOwners {
  id: number
  sent_date: string
  billing: 'standard' | 'split'
  /** While its discount is open that counts as taken. */
  income: string
  /** What more it brings once its discount is lost. */
  at_stake: string
}

export interface CostlyBill extends DocumentOwners {
  id: number
  invoice_id: number | null
  period_start: string | null
  period_end: string | null
  approved_date: string
  cost: string
}

type MarginSpan = [booked_to: string, known_at: string, from: string, to: string]

const SENT = { fragment: `'${ledgerEvents.invoiceSent}'` }
const APPROVED = { fragment: `'${ledgerEvents.billApproved}'` }

/** Invoices that were sent in the period, with what they bring. */
export const INVOICES = sql<EarningInvoice, MarginSpan>`
  select i.id, s.sent_date, i.billing, i.customer_id, c.name as customer, i.contract_id,
    k.contract_number as contract, i.supplier_id, p.name as supplier, k.icp_type as service,
    i.invoice_number as number, (m.booked - d.at_stake)::numeric(14,2)::text as income,
    d.at_stake::numeric(14,2)::text as at_stake
  from (select distinct t.invoice_id from transactions t where t.event = ${SENT}
    and t.transaction_date between $3::date and $4::date) x
  join invoices i on i.id = x.invoice_id
  cross join lateral (select min(t.transaction_date) as sent_date from transactions t
    where t.invoice_id = i.id and t.event = ${SENT} and ${SEEN_THEN.stands}) s
  cross join lateral (select
      coalesce(-sum(a.amount) filter (where a.account in (${INCOME_ACCOUNTS})), 0) as booked,
      coalesce(sum(a.amount) filter (where a.account = ${accounts.discountAtStake}), 0) as open
    from accounttransactions a where a.invoice_id = i.id
      and a.account in (${INCOME_ACCOUNTS}, ${accounts.discountAtStake}) and ${COUNTS}) m
  cross join lateral (select case when m.open = 0 then 0 else own_discount(i) end as at_stake) d
  left join customers c on c.id = i.customer_id
  left join contracts k on k.id = i.contract_id
  left join suppliers p on p.id = i.supplier_id
  where s.sent_date between $3::date and $4::date order by i.id`

/** Bills that were approved in the period, and those whose cost these invoices may bear. */
export const BILLS = sql<CostlyBill, [...MarginSpan, invoice_ids: readonly number[]]>`
  select b.id, b.invoice_id, b.period_start, b.period_end, s.approved_date, b.customer_id,
    c.name as customer, b.contract_id, k.contract_number as contract, b.supplier_id,
    p.name as supplier, k.icp_type as service, b.supplier_statement_number as number, x.cost::text
  from (select t.bill_id as id from transactions t where t.event = ${APPROVED}
      and t.transaction_date between $3::date and $4::date
    union select b.id from bills b where b.invoice_id = any($5)
    union select b.id from invoices i join bills b on b.contract_id = i.contract_id
      and b.period_start <= i.period_end and b.period_end >= i.period_start
      and b.deleted_at is null where i.id = any($5)) n
  join bills b on b.id = n.id
  cross join lateral (select min(t.transaction_date) as approved_date from transactions t
    where t.bill_id = b.id and t.event = ${APPROVED} and ${SEEN_THEN.stands}) s
  cross join lateral (select sum(a.amount) as cost from accounttransactions a
    where a.bill_id = b.id and a.account in (${COST_ACCOUNTS}) and ${COUNTS}) x
  left join contracts k on k.id = b.contract_id
  left join customers c on c.id = coalesce(b.customer_id, k.customer_id)
  left join suppliers p on p.id = b.supplier_id
  where s.approved_date is not null and x.cost <> 0 order by b.id`

/** Sent invoices that may bear a bill's cost: its own, and those of its contract for its days. */
export const BEARING = sql<
  BearingInvoice & { bill_id: number },
  [booked_to: string, known_at: string, bill_ids: readonly number[]]
>`select n.bill_id, i.id, i.period_start, i.period_end,
    exists (select from bills o where o.invoice_id = i.id and o.deleted_at is null) as has_own_bill
  from (select b.id as bill_id, b.invoice_id from bills b
      where b.id = any($3) and b.invoice_id is not null
    union select b.id, i.id from bills b join invoices i on i.contract_id = b.contract_id
      and i.period_start <= b.period_end and i.period_end >= b.period_start
      and i.deleted_at is null where b.id = any($3)) n
  join invoices i on i.id = n.invoice_id
  where exists (select from transactions t
    where t.invoice_id = i.id and t.event = ${SENT} and ${SEEN_THEN.stands}) order by n.bill_id, i.id`

/** The income of the period's invoices and the cost of these bills, straight from the books. */
export const MARGIN_BOOKS = sql<
  { income: string; cost: string },
  [booked_to: string, known_at: string, invoice_ids: readonly number[], bill_ids: readonly number[]]
>`select coalesce(-sum(a.amount) filter (where a.invoice_id = any($3)
      and a.account in (${INCOME_ACCOUNTS})), 0)::numeric(14,2)::text as income,
    coalesce(sum(a.amount) filter (where a.bill_id = any($4)
      and a.account in (${COST_ACCOUNTS})), 0)::numeric(14,2)::text as cost
  from accounttransactions a where ${COUNTS} and (a.invoice_id = any($3) or a.bill_id = any($4))`
