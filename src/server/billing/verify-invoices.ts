import { computeInvoice, ENGINE_VERSION } from '#domain/billing/compute-invoice.ts'
import type { InvoiceInput } from '#domain/billing/invoice-input.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { Conn } from '#server/kit/database.ts'

// Looked at again when the page goes out; everything else is proved to the cent.
const refreshed = new Set([
  'opening_balance',
  'reliance_opening_balance',
  'reliance_opening_balance_gst',
  'discounted_total',
  'undiscounted_total',
  'due_date',
  'discounted_date',
])

export interface Difference {
  field: string
  stored: string | null
  computed: string | number | null
}

/** Computes an invoice from what it was made from, and says where the stored one differs. */
export function differencesOf(
  input: InvoiceInput,
  stored: Record<string, string | number | null>,
): Difference[] {
  const { fields, gst } = computeInvoice(input)
  return Object.entries({ ...fields, ...gst }).flatMap(([field, value]) => {
    if (!(field in stored) || refreshed.has(field)) return []
    const kept = stored[field] ?? null
    if (isSame(kept, value)) return []
    return [{ field, stored: kept === null ? null : String(kept), computed: value }]
  })
}

function isSame(kept: string | number | null, value: string | number | null): boolean {
  if (kept === null || value === null) return kept === value
  const [one, other] = [String(kept), String(value)]
  if (one === other) return true
  // 15.0000 of the database is the engine's 15; days and words are never numbers.
  return isNumber.test(one) && isNumber.test(other) && new Exact(one).eq(other)
}

const isNumber = /^-?\d+(\.\d+)?$/

export interface Verified {
  id: number
  customer_id: number
  differences: Difference[]
}

export interface VerifiedPart {
  checked: number
  wrong: Verified[]
  /** Where to go on; null at the end. */
  next: number | null
}

/** Proves the next so many stored invoices that this engine made. */
export async function verifyInvoices(
  conn: Pick<Conn, 'query'>,
  after: number,
  limit: number,
): Promise<VerifiedPart> {
  const rows = await conn.query<{
    invoice_id: number
    input: InvoiceInput
    stored: Record<string, string | number | null> & { id: number; customer_id: number }
  }>(
    `select p.invoice_id, p.input, to_json(v) as stored from invoice_proofs p
     cross join lateral (select ${STORED} from invoices i where i.id = p.invoice_id
       and i.deleted_at is null and i.engine_version = '${ENGINE_VERSION}') v
     where p.invoice_id > $1 order by p.invoice_id limit $2`,
    [after, limit],
  )
  const wrong = rows.flatMap(({ invoice_id, input, stored }) => {
    const differences = differencesOf(input, stored)
    return differences.length > 0
      ? [{ id: invoice_id, customer_id: stored.customer_id, differences }]
      : []
  })
  const next = rows.length === limit ? (rows.at(-1)?.invoice_id ?? null) : null
  return { checked: rows.length, wrong, next }
}

// Amounts leave as text, so that no JSON parser turns them into floats.
const STORED = [
  'customer_id',
  ...['period_start', 'period_end', 'period_days', 'invoice_date'],
  ...[
    ...['discount_percent', 'gst_percent', 'service_fee_percent'],
    ...['charges_sum', 'charges_gst', 'charges_total'],
    ...['othercharges_sum', 'othercharges_gst', 'othercharges_total'],
    ...['discounted_charges', 'discounted_subtotal', 'undiscounted_subtotal'],
    ...['discounted_service_fee', 'undiscounted_service_fee'],
    ...['late_payment_fee_amount', 'late_payment_fee_gst', 'late_payment_fee_total'],
    ...['owncharges_sum', 'owncharges_gst', 'owncharges_total'],
    ...['supplier_opening_balance', 'supplier_discounted_total_this_period'],
    ...['supplier_discounted_total', 'supplier_undiscounted_total'],
    ...['discounted_total_this_period', 'undiscounted_total_this_period'],
    ...['gst_if_discounted', 'gst_if_not'],
  ].map((name) => `${name}::text`),
]
  .map((column) => `i.${column}`)
  .join(', ')
