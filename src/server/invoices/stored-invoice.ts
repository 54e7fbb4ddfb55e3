import type { ByHand } from '#domain/invoices/by-hand.ts'
import { givenAgain } from '#domain/invoices/by-hand.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { HandWritten } from '#domain/invoices/invoice-difference.ts'
import type { InvoiceInput } from '#domain/invoices/invoice-input.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { badField } from '#domain/kit/problem.ts'
import { isByHand } from '#domain/pricing/billed-line.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

/** What is known of an invoice that is computed once more. */
export interface KnownInvoice {
  /** Its own bills and charges are free for it. */
  id: number | null
  /** What it was computed from, where its readings and rates are to stay. */
  kept?: Pick<InvoiceInput, 'use' | 'period'> | undefined
  by_hand?: ByHand | undefined
  /** The charges it may bill, where it is not to bill all that wait. */
  charge_ids?: readonly number[] | undefined
}

export interface AskedAgain {
  request: InvoiceRequest
  known: KnownInvoice
}

const INPUT = sql<{ input: InvoiceInput }, [invoice_id: number]>`
  select input from invoice_proofs where invoice_id = $1`

const LATE_FEES = sql<{ billed: string; waived: string }, [invoice_id: number]>`
  select coalesce(sum(amount), 0)::numeric(14,2)::text as billed,
    coalesce(sum(amount) filter (where dropped_at is not null), 0)::numeric(14,2)::text as waived
  from pending_charges where invoice_id = $1 and charge_type = 'late_fee'`

export async function inputOf(conn: Conn, id: number): Promise<InvoiceInput | undefined> {
  return (await INPUT.one(conn, id))?.input
}

/**
 * How an invoice is asked for when readings, rates, bills and charges are read anew. What somebody
 * wrote is kept, but for what they tick; once nothing of an invoice that was written as a whole is
 * left, it is computed like any other.
 */
export async function askedAnew(
  conn: Conn,
  row: Invoice,
  drop: readonly string[] = [],
): Promise<AskedAgain> {
  const input = await inputOf(conn, row.id)
  const { lines: stored = [], late_payment_fee_amount: _fee, ...request } = requestOf(row)
  refuseUnknown(drop, handWritten(row, input))
  const isKept = (place: number) => !drop.includes(row.lines?.[place]?.key ?? '')
  const fee = await lateFeeByHand(conn, row)
  const asked = { ...request, ...(fee === undefined ? {} : { late_payment_fee_amount: fee }) }
  const known = { id: row.id }
  if (row.credits_id) return { request: asked, known }
  if (isWrittenWhole(row, input)) {
    const lines = stored.filter((_line, place) => isKept(place))
    const hasOwn = !row.contract_id || lines.some((line) => !line.pending_charge_id)
    return { request: hasOwn ? { ...asked, lines } : asked, known }
  }
  const own = (row.lines ?? []).filter((line, place) => isByHand(line) && isKept(place))
  const left_out = (input?.left_out ?? []).filter((_, place) => !drop.includes(offKey(place)))
  return { request: asked, known: { ...known, by_hand: { lines: own.map(givenAgain), left_out } } }
}

/** What somebody wrote on an invoice or took off it. */
export function handWritten(row: Invoice, input: InvoiceInput | undefined): HandWritten[] {
  const lines = (row.lines ?? []).filter(isByHand)
  return [
    ...lines.map(({ key, name, amount }) => ({ key, name, amount })),
    ...(input?.left_out ?? []).map(({ name }, place) => ({
      ...{ key: offKey(place), name, amount: null },
    })),
  ]
}

const offKey = (place: number) => `off.${place + 1}`

function refuseUnknown(drop: readonly string[], written: readonly HandWritten[]): void {
  const unknown = drop.find((key) => !written.some((one) => one.key === key))
  if (unknown) throw badField('drop', 'Only what was written by hand can be dropped.')
}

/** Without a contract, or with lines instead of all that is read: nothing of it is read anew. */
function isWrittenWhole(row: Invoice, input: InvoiceInput | undefined): boolean {
  if (!row.contract_id || !input) return true
  return input.billing === 'standard' && input.use === null
}

/** A late fee that is not the sum of those it bills was typed; what was waived stays waived. */
async function lateFeeByHand(conn: Conn, row: Invoice): Promise<string | undefined> {
  // One that was cancelled has let go of its charges: they are read anew.
  if (row.invoice_status === 'cancelled') return undefined
  const typed = new Exact(row.late_payment_fee_amount ?? '0')
  const fees = await LATE_FEES.one(conn, row.id)
  if (typed.eq(fees?.billed ?? '0')) return undefined
  const rest = typed.minus(fees?.waived ?? '0')
  return (rest.lt(0) ? new Exact(0) : rest).toFixed(2)
}

/** The request that would make a stored draft again, with the lines it has. */
export function requestOf(row: Invoice): InvoiceRequest {
  return {
    customer_id: row.customer_id,
    contract_id: row.contract_id,
    invoice_date: row.invoice_date ?? undefined,
    period_start: row.period_start ?? undefined,
    period_end: row.period_end ?? undefined,
    discount_percent: row.discount_percent ?? undefined,
    gst_percent: row.gst_percent ?? undefined,
    service_fee_percent: row.service_fee_percent ?? undefined,
    late_payment_fee_amount: row.late_payment_fee_amount ?? undefined,
    last_for_contract: row.last_for_contract,
    ...(row.credits_id
      ? creditAgain(row, row.credits_id)
      : { lines: (row.lines ?? []).map(({ key: _, amount: __, ...line }) => line) }),
  }
}

/** A credit note is asked for by its amount. */
function creditAgain(row: Invoice, credits_id: number) {
  return {
    credits_id,
    credit_amount: (row.discounted_total_this_period ?? '0.00').replace('-', ''),
    credit_text: row.lines?.[0]?.name,
  }
}
