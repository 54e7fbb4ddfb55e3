import type { GivenLine } from '#domain/billing/invoice-input.ts'
import type { InvoiceRequest } from '#domain/billing/invoice-request.ts'
import type { Conn } from '#server/kit/database.ts'
import type { ContractRow } from './invoice-sources.ts'

export interface BillFacts {
  supplier_statement_number: string | null
  date_issued: string | null
  supplier_due_date: string | null
  period_start: string | null
  period_end: string | null
  ppd_percent: string
  opening_balance: string
  lines: GivenLine[]
}

export interface FoundBill {
  /** Null for one that is captured together with the invoice. */
  id: number | null
  bill: BillFacts
}

export const BILL_COLUMNS = `id, supplier_statement_number, date_issued, supplier_due_date,
  period_start, period_end, coalesce(ppd_percent, 0)::text as ppd_percent,
  coalesce(opening_balance, 0)::text as opening_balance, lines`

/** The bill sent along, else those of the contract that no invoice has used yet. */
export async function billsFor(
  conn: Conn,
  contract: ContractRow | null,
  request: InvoiceRequest,
  ownInvoice: number | null,
): Promise<FoundBill[]> {
  if (request.bill === null) return []
  if (request.bill && !request.bill.id) return [{ id: null, bill: asFacts(request, contract) }]
  if (!contract && ownInvoice === null) return []
  const rows = await conn.query<StoredBill>(
    `select ${BILL_COLUMNS} from bills where (contract_id = $1 or invoice_id = $2) and deleted_at is null
       and bill_status in ('draft', 'approved', 'invoiced', 'paid', 'cleared')
       and (invoice_id is null or invoice_id = $2) and ($3::bigint is null or id = $3)
       and ($4::date is null or period_end is null or period_end <= $4)
     order by period_start limit 12`,
    [contract?.id ?? null, ownInvoice, request.bill?.id ?? null, request.period_end ?? null],
  )
  return rows.map(({ id, lines, ...bill }) => ({ id, bill: { ...bill, lines: lines ?? [] } }))
}

export interface StoredBill extends Omit<BillFacts, 'lines'> {
  id: number
  lines: GivenLine[] | null
}

function asFacts({ bill }: InvoiceRequest, contract: ContractRow | null): BillFacts {
  return {
    supplier_statement_number: bill?.supplier_statement_number ?? null,
    date_issued: bill?.date_issued ?? null,
    supplier_due_date: bill?.supplier_due_date ?? null,
    period_start: bill?.period_start ?? null,
    period_end: bill?.period_end ?? null,
    ppd_percent: bill?.ppd_percent ?? String(contract?.supplier_ppd ?? '0'),
    opening_balance: bill?.opening_balance ?? '0.00',
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
