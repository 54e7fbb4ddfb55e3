import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { sql } from '#server/kit/database/sql.ts'
import { COUNTS } from './report-source.ts'

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
  period_start: string | null
  period_end: string | null
  has_own_bill: boolean
  billing: 'standard' | 'split'
  /** It was sent in the period; the others only share a bill with one that was. */
  is_meant: boolean
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

// An entry that stood: what takes it back was not booked, or not known, by then.
const STANDS = {
  fragment: `t.transaction_date <= $1::date and t.created_at <= $2::timestamptz
    and not exists (select from transactions r where r.reverses_id = t.id
      and r.transaction_date <= $1::date and r.created_at <= $2::timestamptz)`,
}

/** Invoices of the period, and those that may bear a bill with them, or one of the period. */
export const INVOICES = sql<EarningInvoice, MarginSpan>`
  with sent as (select t.invoice_id, min(t.transaction_date) as sent_date from transactions t
      where t.event = ${SENT} and ${STANDS} group by t.invoice_id),
    meant as (select s.invoice_id, i.contract_id from sent s join invoices i on i.id = s.invoice_id
      where s.sent_date between $3::date and $4::date),
    billed as (select b.invoice_id, b.contract_id from transactions t
      join bills b on b.id = t.bill_id
      where t.event = ${APPROVED} and t.transaction_date between $3::date and $4::date)
  select i.id, s.sent_date, i.period_start, i.period_end, i.billing, i.customer_id,
    c.name as customer, i.contract_id, k.contract_number as contract, i.supplier_id,
    p.name as supplier, k.icp_type as service, i.invoice_number as number,
    exists (select from bills b where b.invoice_id = i.id and b.deleted_at is null) as has_own_bill,
    s.sent_date between $3::date and $4::date as is_meant,
    (coalesce(-(select sum(a.amount) from accounttransactions a where a.invoice_id = i.id
      and a.account in (${INCOME_ACCOUNTS}) and ${COUNTS}), 0) - d.at_stake)::numeric(14,2)::text
      as income,
    d.at_stake::numeric(14,2)::text as at_stake
  from sent s join invoices i on i.id = s.invoice_id
  cross join lateral (select case when coalesce((select sum(a.amount) from accounttransactions a
      where a.invoice_id = i.id and a.account = ${accounts.discountAtStake} and ${COUNTS}), 0) = 0
    then 0 else own_discount(i) end as at_stake) d
  left join customers c on c.id = i.customer_id
  left join contracts k on k.id = i.contract_id
  left join suppliers p on p.id = i.supplier_id
  where s.invoice_id in (select invoice_id from meant)
    or i.contract_id in (select contract_id from meant)
    or i.contract_id in (select contract_id from billed)
    or i.id in (select invoice_id from billed) order by i.id`

/** Bills that were approved in the period, or whose cost invoices of these contracts may bear. */
export const BILLS = sql<
  CostlyBill,
  [...MarginSpan, invoice_ids: readonly number[], contract_ids: readonly number[]]
>`
  with approved as (select t.bill_id, min(t.transaction_date) as approved_date from transactions t
      where t.event = ${APPROVED} and ${STANDS} group by t.bill_id),
    costs as (select a.bill_id, sum(a.amount) as cost from accounttransactions a
      where a.account in (${COST_ACCOUNTS}) and a.bill_id is not null and ${COUNTS}
      group by a.bill_id having sum(a.amount) <> 0)
  select b.id, b.invoice_id, b.period_start, b.period_end, s.approved_date, b.customer_id,
    c.name as customer, b.contract_id, k.contract_number as contract, b.supplier_id,
    p.name as supplier, k.icp_type as service, b.supplier_statement_number as number,
    x.cost::text
  from costs x join bills b on b.id = x.bill_id join approved s on s.bill_id = b.id
  left join contracts k on k.id = b.contract_id
  left join customers c on c.id = coalesce(b.customer_id, k.customer_id)
  left join suppliers p on p.id = b.supplier_id
  where b.invoice_id = any($5) or b.contract_id = any($6)
    or s.approved_date between $3::date and $4::date order by b.id`

/** The income of the period's invoices and the cost of these bills, straight from the books. */
export const MARGIN_BOOKS = sql<
  { income: string; cost: string },
  [booked_to: string, known_at: string, invoice_ids: readonly number[], bill_ids: readonly number[]]
>`select coalesce(-sum(a.amount) filter (where a.invoice_id = any($3)
      and a.account in (${INCOME_ACCOUNTS})), 0)::numeric(14,2)::text as income,
    coalesce(sum(a.amount) filter (where a.bill_id = any($4)
      and a.account in (${COST_ACCOUNTS})), 0)::numeric(14,2)::text as cost
  from accounttransactions a where ${COUNTS} and (a.invoice_id = any($3) or a.bill_id = any($4))`
