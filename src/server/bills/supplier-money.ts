import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { ledgerEvents, restEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import {
  type AccountKey,
  ADJUSTED_AS_A_WHOLE,
  ADJUSTED_ON_ACCOUNT,
  ISSUED,
  type KeyValues,
  keyValues,
  OF_ACCOUNT,
} from './supplier-account.ts'

const paidOut = ['paid', 'cleared'] as const

/** What we owe a supplier: a bill, or an adjustment in place of one. */
export interface SupplierItem {
  bill_id: number | null
  adjustment_id: number | null
}

/** What we have with a supplier: a payment of ours, or what an adjustment gave. */
export interface SupplierMoney {
  billpayment_id: number | null
  credit_adjustment_id: number | null
}

export const billItem = (bill_id: number): SupplierItem => ({ bill_id, adjustment_id: null })
export const adjustmentItem = (adjustment_id: number): SupplierItem => ({
  bill_id: null,
  adjustment_id,
})

type ItemValues = [bill_id: number | null, adjustment_id: number | null]

export interface MoneyOnItem extends SupplierMoney {
  payment_date: string
  /** The bank has confirmed it, or no bank was ever asked. */
  is_confirmed: boolean
  amount: string
  closes_rest: boolean
}

const MONEY_ON_ITEM = sql<MoneyOnItem, ItemValues>`
  select t.billpayment_id, t.credit_adjustment_id,
    coalesce(max(p.payment_date), max(g.adjustment_date)) as payment_date,
    coalesce(max(p.payment_status) = 'cleared', true) as is_confirmed,
    coalesce(sum(a.amount) filter (where t.event not in (${restEvents})), 0)::text as amount,
    bool_or(t.event = ${ledgerEvents.billCleared}
      and not exists (select from transactions r where r.reverses_id = t.id)) as closes_rest
  from transactions t join accounttransactions a on a.transaction_id = t.id
    and a.account = ${accounts.payables}
  left join billpayments p on p.id = t.billpayment_id
  left join adjustments g on g.id = t.credit_adjustment_id
  where (t.bill_id = $1 or t.adjustment_id = $2)
    and num_nonnulls(t.billpayment_id, t.credit_adjustment_id) = 1
  group by t.billpayment_id, t.credit_adjustment_id having sum(a.amount) <> 0
  order by 3 desc, t.billpayment_id desc nulls last, t.credit_adjustment_id desc`

/** Our money on a bill or an adjustment, the latest first. */
export function moneyOn(conn: Conn, item: SupplierItem): Promise<MoneyOnItem[]> {
  return MONEY_ON_ITEM.all(conn, item.bill_id, item.adjustment_id)
}

export interface FreeMoney extends SupplierMoney {
  free: string
}

/** Free money with the reasons why it comes sooner or later. */
interface FoundMoney extends FreeMoney {
  is_meant: boolean
  is_own: boolean
  day: string
}

const FREE_PAYMENTS = sql<FoundMoney, [...KeyValues, ...ItemValues]>`
  select p.id as billpayment_id, null as credit_adjustment_id, p.unallocated_amount::text as free,
    coalesce(p.bill_id = $4 or p.adjustment_id = $5, false) as is_meant,
    coalesce((${OF_ACCOUNT}) or (${ADJUSTED_ON_ACCOUNT}), false) as is_own, p.payment_date as day
  from billpayments p left join bills b on b.id = p.bill_id
  left join adjustments d on d.id = p.adjustment_id
  where p.deleted_at is null and p.payment_status in (${paidOut}) and p.unallocated_amount > 0
    and (p.bill_id = $4 or p.adjustment_id = $5 or (${OF_ACCOUNT}) or (${ADJUSTED_ON_ACCOUNT})
      or (${ADJUSTED_AS_A_WHOLE}))
  order by p.payment_date, p.id for update of p`

const FREE_CREDITS = sql<FoundMoney, KeyValues>`
  select null as billpayment_id, d.id as credit_adjustment_id, d.credit_left::text as free,
    false as is_meant, coalesce((${ADJUSTED_ON_ACCOUNT}), false) as is_own, d.adjustment_date as day
  from adjustments d where ((${ADJUSTED_ON_ACCOUNT}) or (${ADJUSTED_AS_A_WHOLE}))
    and d.side = 'credit' and d.adjustment_status in (${sentStatuses}) and d.credit_left > 0
  order by d.adjustment_date, d.id for update of d`

/**
 * Our credit that may be put on an item: what is meant for it first, then that of its account, then
 * what was given by the supplier as a whole, the oldest first. One that is held is paid by name alone.
 */
export async function freeMoneyFor(
  conn: Conn,
  account: AccountKey,
  item: SupplierItem,
  isHeld: boolean,
): Promise<FreeMoney[]> {
  const key = keyValues(account)
  const payments = await FREE_PAYMENTS.all(conn, ...key, item.bill_id, item.adjustment_id)
  const credits = isHeld ? [] : await FREE_CREDITS.all(conn, ...key)
  const found = [...payments, ...credits].filter((one) => one.is_meant || !isHeld)
  const rank = (one: FoundMoney) => (one.is_meant ? 0 : one.is_own ? 1 : 2)
  return found.sort((a, b) => rank(a) - rank(b) || a.day.localeCompare(b.day))
}

const OPEN_ITEMS = sql<SupplierItem, [...KeyValues, isWhole: boolean]>`
  select bill_id, adjustment_id from (
    select b.id as bill_id, null::bigint as adjustment_id, ${ISSUED} as day from bills b
    where ((${OF_ACCOUNT}) or ($4 and b.supplier_id = $1 and b.deleted_at is null))
      and b.bill_status in ('approved', 'invoiced') and b.balance > 0 and not b.is_withheld
    union all
    select null, d.id, least(d.adjustment_date, d.due_date) from adjustments d
    where ((${ADJUSTED_ON_ACCOUNT}) or ($4 and d.supplier_id = $1 and d.deleted_at is null))
      and d.adjustment_status = 'invoiced' and d.balance > 0 and not d.is_held) x
  order by day, bill_id nulls first, adjustment_id limit 100`

/** What of an account is still to be paid, the oldest first; without an account, of all of them. */
export async function openItems(conn: Conn, account: AccountKey): Promise<SupplierItem[]> {
  const [supplier_id, number, contract_id] = keyValues(account)
  const isWhole = number === null && contract_id === null
  return OPEN_ITEMS.all(conn, supplier_id, number, contract_id, isWhole)
}

const KEEP_PAYMENTS = sql<never, [ids: readonly number[]]>`
  update billpayments p set unallocated_amount = x.free,
    allocated_amount = case when p.payment_status in (${paidOut})
      then p.amount_incl_gst - coalesce(p.refunded_amount, 0) - x.free else 0 end
  from (select i.id, coalesce((select sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id
        and a.account = ${accounts.supplierCredit}
      where t.billpayment_id = i.id), 0) as free
    from unnest($1::bigint[]) i (id)) x
  where p.id = x.id`

const KEEP_CREDITS = sql<never, [ids: readonly number[]]>`
  update adjustments d set credit_left = coalesce((select sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id
        and a.account = ${accounts.supplierCredit}
      where t.credit_adjustment_id = d.id), 0)
  where d.id = any($1::bigint[])`

/** What of our money lies on something and what is free, as the books say it. */
export async function keepMoney(conn: Conn, money: readonly SupplierMoney[]): Promise<void> {
  const payments = money.flatMap((one) => one.billpayment_id ?? [])
  const credits = money.flatMap((one) => one.credit_adjustment_id ?? [])
  if (payments.length > 0) await KEEP_PAYMENTS.run(conn, payments)
  if (credits.length > 0) await KEEP_CREDITS.run(conn, credits)
}

// Whoever moves money of the same supplier waits: one order of locks, the supplier first.
const HOLD_SUPPLIER = sql<never, ItemValues>`
  select from suppliers s where s.id = coalesce((select b.supplier_id from bills b where b.id = $1),
    (select d.supplier_id from adjustments d where d.id = $2)) for no key update of s`

export async function holdSupplierOf(conn: Conn, item: SupplierItem): Promise<void> {
  await HOLD_SUPPLIER.run(conn, item.bill_id, item.adjustment_id)
}
