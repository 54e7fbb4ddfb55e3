import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { type DaySpan, type UnbilledDays, unbilledDays } from '#domain/invoices/unbilled-days.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { ContractRow } from '#server/pricing/price-sources.ts'

const BILLED = sql<DaySpan, [contract_id: number]>`
  select period_start as from, period_end as to from invoices
  where contract_id = $1 and period_start is not null and period_end is not null
    and deleted_at is null and invoice_status <> 'cancelled' order by period_start`

/**
 * The days before another one that an invoice of the contract should have billed; without that day,
 * those before its last invoice.
 */
export async function skippedDays(
  conn: Conn,
  contract: ContractRow,
  before?: string,
): Promise<UnbilledDays | null> {
  const { date_start, billed_to_date, billed_elsewhere_date } = contract
  const billed = await BILLED.all(conn, contract.id)
  // Without an invoice, what is billed was billed elsewhere.
  const elsewhere = billed.length > 0 ? billed_elsewhere_date : billed_to_date
  const firstDay = elsewhere ? addDays(elsewhere, 1) : date_start
  if (!firstDay) return null
  const until = before
    ? addDays(before, -1)
    : billed
        .map((span) => span.to)
        .sort()
        .at(-1)
  const spans = until ? unbilledDays(firstDay, billed, until) : []
  return spans.find((span) => span.isBetween) ?? spans[0] ?? null
}

/**
 * Where nobody says which days to bill, those that were skipped come first: what is billed up to
 * tells only of the last invoice. Days before the first one are told, and left to be asked for.
 */
export async function withSkippedDays(
  conn: Conn,
  contract: ContractRow,
  request: InvoiceRequest,
): Promise<InvoiceRequest> {
  const { period_start, period_end, bill } = request
  if (period_start || period_end || bill) return request
  const skipped = await skippedDays(conn, contract)
  if (!skipped?.isBetween) return request
  return { ...request, period_start: skipped.from, period_end: skipped.to }
}

export function skippedWords({ from, to }: DaySpan): string {
  return `${formatDayShort(from)} – ${formatDayShort(to)} is not billed yet.`
}
