import type { Bill } from '#domain/bills/bill.ts'
import { documentEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

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
  from bills b where b.id = $1 and deleted_at is null for update of b`.named('owed_bill')
