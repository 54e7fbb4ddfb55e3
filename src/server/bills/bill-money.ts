import type { Bill } from '#domain/bills/bill.ts'
import { documentEvents, ledgerEvents, restEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { ISSUED, keyValues, OF_ACCOUNT } from './supplier-account.ts'

const paidOut = ['paid', 'cleared'] as const

/** As much of a bill as its money depends on. */
export type OwedBill = Pick<
  Bill,
  | ('id' | 'supplier_id' | 'contract_id' | 'invoice_id' | 'account_number_with_supplier')
  | ('bill_status' | 'booked_as' | 'ppd_state' | 'supplier_due_date' | 'balance')
  | ('undiscounted_bill_sum' | 'discounted_bill_sum' | 'gst_amount' | 'due_gst')
> & {
  /** What stands on 2000 for it now, and what of that is owed in time. */
  owed: string
  discounted: string
  is_invoiced: boolean
}

const OWED_LINES = fragment`from transactions t join accounttransactions a
  on a.transaction_id = t.id and a.account = ${accounts.payables} where t.bill_id = b.id`

export const OWED_BILL = sql<OwedBill, [id: number]>`
  select b.id, supplier_id, contract_id, invoice_id, account_number_with_supplier, bill_status,
    booked_as, ppd_state, supplier_due_date, balance::text, undiscounted_bill_sum::text,
    discounted_bill_sum::text, gst_amount::text, due_gst::text,
    coalesce((select -sum(a.amount) ${OWED_LINES}), 0)::numeric(14,2)::text as owed,
    coalesce((select -sum(a.amount) ${OWED_LINES} and t.event in (${documentEvents})), 0)
      ::numeric(14,2)::text as discounted,
    exists (select from invoices i where i.id = b.invoice_id
      and i.invoice_status in ('invoiced', 'cleared', 'paid')) as is_invoiced
  from bills b where b.id = $1 and deleted_at is null for update of b`

export interface MoneyOnBill {
  billpayment_id: number
  payment_date: string
  payment_status: string
  amount: string
  closes_rest: boolean
}

/** Our money on a bill, the latest first. */
export const MONEY_ON_BILL = sql<MoneyOnBill, [bill_id: number]>`
  select p.id as billpayment_id, p.payment_date, p.payment_status,
    coalesce(sum(a.amount) filter (where t.event not in (${restEvents})), 0)::text as amount,
    bool_or(t.event = ${ledgerEvents.billCleared}
      and not exists (select from transactions r where r.reverses_id = t.id)) as closes_rest
  from transactions t join accounttransactions a on a.transaction_id = t.id
    and a.account = ${accounts.payables}
  join billpayments p on p.id = t.billpayment_id
  where t.bill_id = $1 group by p.id
  having sum(a.amount) <> 0 order by p.payment_date desc, p.id desc`

export interface FreeMoney {
  billpayment_id: number
  free: string
}

/** Our credit with a supplier's account: what is meant for this bill first, then the oldest. */
const FREE_MONEY = sql<
  FreeMoney,
  [supplier_id: number | null, account: string | null, contract_id: number | null, bill_id: number]
>`select p.id as billpayment_id, p.unallocated_amount::text as free
  from billpayments p join bills b on b.id = p.bill_id
  where ${OF_ACCOUNT} and p.deleted_at is null and p.payment_status in (${paidOut})
    and p.unallocated_amount > 0
  order by p.bill_id = $4 desc, p.payment_date, p.id for update of p`

export async function freeMoneyFor(conn: Conn, bill: OwedBill): Promise<FreeMoney[]> {
  return FREE_MONEY.all(conn, ...keyValues(bill), bill.id)
}

const OPEN_BILLS = sql<
  { id: number },
  [supplier_id: number | null, account: string | null, contract_id: number | null, first: number]
>`select b.id from bills b where ${OF_ACCOUNT} and b.bill_status in ('approved', 'invoiced')
    and b.balance > 0 and not b.is_withheld and b.id <> $4
  order by ${ISSUED}, b.id limit 100`

/** Other bills of the account that are still to be paid, the oldest first. */
export async function openBillsBeside(
  conn: Conn,
  bill: Pick<OwedBill, 'id' | 'supplier_id' | 'account_number_with_supplier' | 'contract_id'>,
): Promise<number[]> {
  const rows = await OPEN_BILLS.all(conn, ...keyValues(bill), bill.id)
  return rows.map((row) => row.id)
}

/** What of payments lies on bills and what is free, as the books say it. */
export const KEEP_PAYMENTS = sql<never, [ids: readonly number[]]>`
  update billpayments p set unallocated_amount = x.free,
    allocated_amount = case when p.payment_status in (${paidOut})
      then p.amount_incl_gst - coalesce(p.refunded_amount, 0) - x.free else 0 end
  from (select i.id, coalesce((select sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id
        and a.account = ${accounts.supplierCredit}
      where t.billpayment_id = i.id), 0) as free
    from unnest($1::bigint[]) i (id)) x
  where p.id = x.id`

// Whoever moves money of the same supplier waits: one order of locks, the supplier first.
const HOLD_SUPPLIER = sql<never, [bill_id: number]>`
  select from suppliers s join bills b on b.supplier_id = s.id where b.id = $1
  for no key update of s`

export async function holdSupplierOf(conn: Conn, bill_id: number): Promise<void> {
  await HOLD_SUPPLIER.run(conn, bill_id)
}
