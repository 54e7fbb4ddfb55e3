import type { Bill } from '#domain/bills/bill.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import { keyValues, OF_ACCOUNT } from '#server/bills/supplier-account.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

export type PayableBill = Pick<
  Bill,
  | ('id' | 'supplier_id' | 'contract_id' | 'account_number_with_supplier')
  | ('bill_status' | 'booked_as' | 'balance' | 'due_total' | 'is_withheld')
> & { has_money: boolean }

// Locked before anything is booked: a bill is paid once, and only while it is owed.
const PAYABLE_BILL = sql<PayableBill, [id: number]>`
  select b.id, supplier_id, contract_id, account_number_with_supplier, bill_status, booked_as,
    balance::text, due_total::text, is_withheld, exists (select from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
      where t.bill_id = b.id and t.billpayment_id is not null
      group by t.bill_id having sum(a.amount) <> 0) as has_money
  from bills b where b.id = $1 and deleted_at is null for update of b`

export async function payableBill(conn: Conn, id: number): Promise<PayableBill | undefined> {
  return PAYABLE_BILL.one(conn, id)
}

const ACCOUNT_OWES = sql<
  { owed: string },
  [supplier_id: number | null, account: string | null, contract_id: number | null]
>`select coalesce(sum(b.balance), 0)::numeric(14,2)::text as owed from bills b
  where ${OF_ACCOUNT} and b.bill_status in ('approved', 'invoiced') and not b.is_withheld`

/** What is still owed on a supplier's account, over all of its bills. */
export async function accountOwes(conn: Conn, bill: PayableBill): Promise<Cents> {
  const row = await ACCOUNT_OWES.one(conn, ...keyValues(bill))
  return cents(row?.owed ?? '0.00')
}
