import { computeAmounts } from '#domain/invoices/compute-invoice.ts'
import type { InvoiceInput } from '#domain/invoices/invoice-input.ts'
import type { AmountDifference } from '#domain/invoices/invoice-proof-calls.ts'
import type { WrongInvoice } from '#domain/invoices/ledger-calls.ts'
import { plainText } from '#domain/kit/figure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

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
// Through us the supplier's part of earlier rests is looked at again as well.
const refreshedThroughUs = new Set([
  'supplier_opening_balance',
  'supplier_discounted_total',
  'supplier_undiscounted_total',
])

/** Computes an invoice from what it was made from, and says where the stored one differs. */
export function differencesOf(
  input: InvoiceInput,
  stored: Record<string, string | number | null>,
): AmountDifference[] {
  // Each by the engine that made it: a later rule does not change what was sent.
  const { fields, gst } = computeAmounts(input, String(stored.engine_version))
  const found: AmountDifference[] = []
  for (const computed of [fields, { ...gst }])
    for (const [field, value] of Object.entries(computed)) {
      const kept = stored[field]
      if (kept === undefined || kept === value || refreshed.has(field)) continue
      if (input.supplier_rest !== undefined && refreshedThroughUs.has(field)) continue
      if (isSame(kept, value)) continue
      found.push({ field, stored: kept === null ? null : String(kept), computed: value })
    }
  return found
}

function isSame(kept: string | number | null, value: string | number | null): boolean {
  if (kept === null || value === null) return kept === value
  const [one, other] = [String(kept), String(value)]
  if (one === other) return true
  // 15.0000 of the database is the engine's 15; days and words are never numbers.
  return isNumber.test(one) && isNumber.test(other) && plainText(one) === plainText(other)
}

const isNumber = /^-?\d+(\.\d+)?$/

interface ProofReport {
  checked: number
  wrong: WrongInvoice[]
  /** False when it was stopped before the last invoice. */
  isComplete: boolean
}

interface Proof {
  invoice_id: number
  input: InvoiceInput
  stored: Record<string, string | number | null> & { customer_id: number }
}

const AT_ONCE = 500

// Amounts leave as text, so that no JSON parser turns them into floats.
const STORED = [
  ...['customer_id', 'engine_version'],
  ...['period_start', 'period_end', 'period_days', 'invoice_date'],
  ...[
    ...['discount_percent', 'gst_percent', 'service_fee_percent'],
    ...['charges_sum', 'charges_gst', 'charges_total'],
    ...['othercharges_sum', 'othercharges_gst', 'othercharges_total'],
    ...['discounted_charges', 'discounted_subtotal', 'undiscounted_subtotal'],
    ...['discounted_service_fee', 'undiscounted_service_fee'],
    ...['late_payment_fee_amount', 'late_payment_fee_gst', 'late_payment_fee_total'],
    ...['owncharges_sum', 'owncharges_gst', 'owncharges_total'],
    ...['supplier_difference', 'supplier_opening_balance'],
    ...['supplier_discounted_total_this_period'],
    ...['supplier_discounted_total', 'supplier_undiscounted_total'],
    ...['discounted_total_this_period', 'undiscounted_total_this_period'],
    ...['gst_if_discounted', 'gst_if_not'],
  ].map((name) => `${name}::text`),
]
  .map((column) => `i.${column}`)
  .join(', ')

const PROOFS = sql<Proof, [after: number]>`
  select p.invoice_id, p.input, to_json(v) as stored from invoice_proofs p
  cross join lateral (select ${{ fragment: STORED }} from invoices i where i.id = p.invoice_id
    and i.deleted_at is null and i.engine_version is not null) v
  where p.invoice_id > $1 order by p.invoice_id limit ${AT_ONCE}`

/**
 * Proves the stored invoices, each by the engine that made it, for as long as there is time. While
 * some are computed PostgreSQL reads the next.
 */
export async function verifyInvoices(
  conn: Pick<Conn, 'query'>,
  hasTime: () => boolean,
): Promise<ProofReport> {
  const answer: ProofReport = { checked: 0, wrong: [], isComplete: false }
  let rows = await PROOFS.all(conn, 0)
  while (hasTime()) {
    const last = rows.at(-1)?.invoice_id
    const next = rows.length === AT_ONCE && last ? PROOFS.all(conn, last) : null
    // Whoever waits for it hears of its failure; until then it must not count as unhandled.
    next?.catch(() => {})
    for (const { invoice_id, input, stored } of rows) {
      const differences = differencesOf(input, stored)
      if (differences.length > 0)
        answer.wrong.push({ id: invoice_id, customer_id: stored.customer_id, differences })
    }
    answer.checked += rows.length
    if (!next) return { ...answer, isComplete: true }
    rows = await next
  }
  return answer
}
