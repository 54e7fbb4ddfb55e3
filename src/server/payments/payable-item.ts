import type { Bill } from '#domain/bills/bill.ts'
import { payableBillStatuses } from '#domain/books/counted-statuses.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import {
  type AccountKey,
  ADJUSTED_ON_ACCOUNT,
  type KeyValues,
  keyValues,
  OF_ACCOUNT,
} from '#server/bills/supplier-account.ts'
import type { SupplierItem } from '#server/bills/supplier-money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

/** A bill or an adjustment that somebody wants to pay. */
export interface PayableItem extends AccountKey {
  what: 'bill' | 'adjustment'
  status: string
  is_payable: boolean
  booked_as: Bill['booked_as']
  balance: string | null
  /** What it asks for with everything from before; an adjustment asks for itself alone. */
  due_total: string | null
  is_withheld: boolean
  has_money: boolean
}

// Locked before anything is booked: a bill is paid once, and only while it is owed.
const PAYABLE_BILL = sql<PayableItem, [id: number]>`
  select 'bill' as what, supplier_id, contract_id, account_number_with_supplier,
    bill_status as status, bill_status in (${payableBillStatuses}) as is_payable, booked_as,
    balance::text, due_total::text, is_withheld, exists (select from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
      where t.bill_id = b.id and num_nonnulls(t.billpayment_id, t.credit_adjustment_id) = 1
      group by t.bill_id having sum(a.amount) <> 0) as has_money
  from bills b where b.id = $1 and deleted_at is null for update of b`

const PAYABLE_ADJUSTMENT = sql<PayableItem, [id: number]>`
  select 'adjustment' as what, supplier_id, null as contract_id, account_number_with_supplier,
    adjustment_status as status, adjustment_status = 'invoiced' as is_payable, null as booked_as,
    balance::text, balance::text as due_total, is_held as is_withheld, false as has_money
  from adjustments d where d.id = $1 and d.supplier_id is not null and d.side = 'debit'
    and deleted_at is null for update of d`

export async function payableItem(
  conn: Conn,
  { bill_id, adjustment_id }: Partial<SupplierItem>,
): Promise<PayableItem | undefined> {
  if (bill_id) return PAYABLE_BILL.one(conn, bill_id)
  return adjustment_id ? PAYABLE_ADJUSTMENT.one(conn, adjustment_id) : undefined
}

const ACCOUNT_OWES = sql<{ owed: string }, KeyValues>`
  select coalesce(sum(balance), 0)::numeric(14,2)::text as owed from (
    select b.balance from bills b where ${OF_ACCOUNT}
      and b.bill_status in (${payableBillStatuses}) and not b.is_withheld
    union all select d.balance from adjustments d where ${ADJUSTED_ON_ACCOUNT}
      and d.adjustment_status = 'invoiced' and not d.is_held) x`

/** What is still owed on a supplier's account, over all of its bills and adjustments. */
export async function accountOwes(conn: Conn, account: AccountKey): Promise<Cents> {
  const row = await ACCOUNT_OWES.one(conn, ...keyValues(account))
  return cents(row?.owed ?? '0.00')
}
