import type { BillFacts, BillWithDifference, FoundBill } from '#domain/bills/found-bill.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { BILL_COLUMNS, type StoredBill } from '#server/bills/bill-facts.ts'
import { supplierDifferenceOf } from '#server/bills/supplier-account.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { ContractRow } from '#server/pricing/price-sources.ts'

const BILLS = sql<
  StoredBill,
  [
    contract_id: number | null,
    invoice_id: number | null,
    bill_id: number | null,
    until: string | null,
    billed_elsewhere_date: string | null,
  ]
>`select ${BILL_COLUMNS} from bills
  where (contract_id = $1 or invoice_id = $2) and deleted_at is null
    and bill_status in ('draft', 'approved', 'invoiced', 'paid', 'cleared')
    and (invoice_id is null or invoice_id = $2) and ($3::bigint is null or id = $3)
    and ($4::date is null or period_end is null or period_end <= $4)
    and ($5::date is null or $3 is not null or period_start is null or period_start > $5)
  order by period_start limit 12`

/** The bill sent along, else those of the contract that no invoice has used yet. */
export async function billsFor(
  conn: Conn,
  contract: ContractRow | null,
  request: InvoiceRequest,
  ownInvoice: number | null,
): Promise<FoundBill[]> {
  if (request.bill === null) return []
  if (request.bill && !request.bill.id)
    return [{ id: null, bill: await typedBill(conn, request, contract) }]
  if (!contract && ownInvoice === null) return []
  const rows = await BILLS.all(
    conn,
    contract?.id ?? null,
    ownInvoice,
    request.bill?.id ?? null,
    request.period_end ?? null,
    contract?.billed_elsewhere_date ?? null,
  )
  return rows.map(({ id, lines, ...bill }) => ({ id, bill: { ...bill, lines: lines ?? [] } }))
}

/** A bill that is captured with its invoice, with what it asks beyond our books. */
async function typedBill(
  conn: Conn,
  request: InvoiceRequest,
  contract: ContractRow | null,
): Promise<BillWithDifference> {
  const facts = asFacts(request, contract)
  const { opening_balance, date_issued, period_end } = facts
  const day = date_issued ?? period_end
  const account = {
    supplier_id: contract?.supplier_id ?? null,
    account_number_with_supplier: contract?.account_number_with_supplier ?? null,
    contract_id: contract?.id ?? null,
  }
  const about = { id: null, opening_balance, date_issued: day ?? '9999-12-31' }
  const difference = await supplierDifferenceOf(conn, account, about)
  return { ...facts, supplier_difference: difference && toDecimalString(difference.amount) }
}

function asFacts({ bill }: InvoiceRequest, contract: ContractRow | null): BillFacts {
  return {
    supplier_statement_number: bill?.supplier_statement_number ?? null,
    date_issued: bill?.date_issued ?? null,
    supplier_due_date: bill?.supplier_due_date ?? null,
    period_start: bill?.period_start ?? null,
    period_end: bill?.period_end ?? null,
    ppd_percent: bill?.ppd_percent ?? contract?.supplier_ppd ?? '0',
    opening_balance: bill?.opening_balance ?? null,
    printed_total: bill?.printed_total ?? null,
    printed_gst: bill?.printed_gst ?? null,
    lines: (bill?.lines ?? []).map(({ name, quantity, rate, unit, discountable, from, to }) => ({
      name,
      quantity,
      rate,
      unit,
      discountable,
      from,
      to,
    })),
  }
}
