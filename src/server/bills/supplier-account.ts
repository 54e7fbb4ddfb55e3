import { normalisedNumber } from '#domain/bills/bill-file-columns.ts'
import { differenceWith } from '#domain/bills/supplier-difference.ts'
import { documentEvents, ledgerEvents, reversalOf } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

/** Whose account it is: the number the supplier gave it, else the contract. */
export interface AccountKey {
  supplier_id: number | null
  account_number_with_supplier: string | null
  contract_id: number | null
}

export type KeyValues = [
  supplier_id: number | null,
  account: string | null,
  contract_id: number | null,
]

export function keyValues(key: AccountKey): KeyValues {
  const number = normalisedNumber(key.account_number_with_supplier ?? '')
  return [key.supplier_id, number || null, key.contract_id]
}

/** Bills of the account that $1 to $3 name. */
export const OF_ACCOUNT = fragment`b.supplier_id = $1 and b.deleted_at is null
  and case when $2::text is null then b.contract_id = $3::bigint
    else regexp_replace(upper(b.account_number_with_supplier), '[^A-Z0-9]', '', 'g') = $2 end`

const ADJUSTED_NUMBER = fragment`nullif(regexp_replace(
  upper(d.account_number_with_supplier), '[^A-Z0-9]', '', 'g'), '')`

/** Adjustments of the account that $1 to $3 name; without a number they are the supplier's alone. */
export const ADJUSTED_ON_ACCOUNT = fragment`d.supplier_id = $1 and d.deleted_at is null
  and case when $2::text is null then $3::bigint is null and ${ADJUSTED_NUMBER} is null
    else ${ADJUSTED_NUMBER} = $2 end`

/** Adjustments that name no account: what they give is for any account with the supplier. */
export const ADJUSTED_AS_A_WHOLE = fragment`d.supplier_id = $1 and d.deleted_at is null
  and ${ADJUSTED_NUMBER} is null`

/** The day a bill was written, as far as we know. */
export const ISSUED = fragment`coalesce(b.date_issued, b.period_end,
  (b.created_at at time zone ${BUSINESS_TIME_ZONE})::date)`

const OPENING = [ledgerEvents.openingBalance, reversalOf(ledgerEvents.openingBalance)] as const

// A bill counts from the day it was written, whenever it was approved; an opening balance was there
// before any bill; everything else counts from its own day. What we owe stands on 2000 for what is
// of the account, our money on 1210 for what was paid or given there.
const BALANCE = sql<{ balance: string }, [...KeyValues, day: string, own: number | null]>`
  with own as (select b.id, ${ISSUED} as issued from bills b
    where ${OF_ACCOUNT} and b.id is distinct from $5::bigint),
  adjusted as (select d.id from adjustments d where ${ADJUSTED_ON_ACCOUNT}),
  booked as (
    select a.amount, case when t.event in (${documentEvents}) then o.issued
      else t.transaction_date end as day
    from own o join transactions t on t.bill_id = o.id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
    union all
    select a.amount, case when t.event in (${OPENING}) then '-infinity' else t.transaction_date end
    from adjusted d join transactions t on t.adjustment_id = d.id
    join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
    union all
    select a.amount, case when t.event in (${OPENING}) then '-infinity' else t.transaction_date end
    from adjusted d join transactions t on t.credit_adjustment_id = d.id
    join accounttransactions a on a.transaction_id = t.id
      and a.account = ${accounts.supplierCredit} and t.bill_id is distinct from $5::bigint
    union all
    select a.amount, t.transaction_date from billpayments p
    left join bills b on b.id = p.bill_id left join adjustments d on d.id = p.adjustment_id
    join transactions t on t.billpayment_id = p.id
    join accounttransactions a on a.transaction_id = t.id
      and a.account = ${accounts.supplierCredit} and t.bill_id is distinct from $5::bigint
    where (${OF_ACCOUNT}) or (${ADJUSTED_ON_ACCOUNT}))
  select coalesce(-sum(amount), 0)::numeric(14,2)::text as balance from booked where day <= $4::date`

const LATEST_PAYMENTS = sql<{ amount: string }, [...KeyValues, day: string]>`
  select (p.amount_incl_gst - coalesce(p.refunded_amount, 0))::text as amount
  from billpayments p left join bills b on b.id = p.bill_id
  left join adjustments d on d.id = p.adjustment_id
  where ((${OF_ACCOUNT}) or (${ADJUSTED_ON_ACCOUNT})) and p.deleted_at is null
    and p.payment_status in ('paid', 'cleared')
    and p.payment_date between $4::date - 31 and $4::date
  order by p.payment_date desc, p.id desc limit 20`

export interface Difference {
  printed: Cents
  /** What our books say of that day. */
  balance: Cents
  amount: Cents
}

/** What a bill asks from before and our books do not know; null where it prints no balance. */
export async function supplierDifferenceOf(
  conn: Conn,
  key: AccountKey,
  bill: { id: number | null; opening_balance: string | null; date_issued: string },
): Promise<Difference | null> {
  if (bill.opening_balance === null || key.supplier_id === null) return null
  const values = keyValues(key)
  const [found, payments] = await Promise.all([
    BALANCE.one(conn, ...values, bill.date_issued, bill.id),
    LATEST_PAYMENTS.all(conn, ...values, bill.date_issued),
  ])
  const printed = cents(bill.opening_balance)
  const balance = wholeCents(cents(found?.balance ?? '0.00'))
  const latest = payments.map((one) => cents(one.amount))
  return { printed, balance, amount: differenceWith(printed, { balance, payments: latest }) }
}
