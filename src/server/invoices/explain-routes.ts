import { asSent } from '#domain/invoices/explain-invoice.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { InvoiceInput } from '#domain/invoices/invoice-input.ts'
import { invoiceProofCalls } from '#domain/invoices/invoice-proof-calls.ts'
import { empty } from '#domain/kit/problem.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { aboutInvoice } from './about-invoice.ts'
import { differenceAnew } from './read-anew.ts'
import { differencesOf } from './verify-invoices.ts'

interface Proof {
  input: InvoiceInput
  trace: TraceStep[]
  /** The whole row, each column as text. */
  stored: Record<keyof Invoice, string | null>
}

const PROOF = sql<Proof, [invoice_id: number]>`
  select p.input, p.trace, (select json_object_agg(key, value)
    from jsonb_each_text(to_jsonb(i))) as stored
  from invoice_proofs p join invoices i on i.id = p.invoice_id where p.invoice_id = $1`

/** Explains every cent of an invoice, and proves that the engine would say the same again. */
export const explainRoutes: Route[] = serve(invoiceProofCalls, {
  explain: {
    run: async (ctx, { id, field }) => {
      const proof = await aboutInvoice(ctx, id, (conn) => PROOF.one(conn, id))
      if (!proof) return { status: empty, data: [] }
      const trace = sentTrace(proof)
      return { data: field ? derivation(trace, field) : trace }
    },
  },
  verify: {
    run: async (ctx, { id }) => {
      const proof = await aboutInvoice(ctx, id, (conn) => PROOF.one(conn, id))
      if (!proof) return { status: empty, data: null }
      const differences = differencesOf(proof.input, proof.stored)
      return { data: { isProved: differences.length === 0, differences } }
    },
  },
  recalculation: {
    run: async (ctx, { id, drop }) => ({
      data: await aboutInvoice(ctx, id, (conn) => differenceAnew(ctx, conn, id, drop ?? [])),
    }),
  },
})

/** What is owed from before was looked at again when the page went out. */
function sentTrace({ trace, stored }: Proof): TraceStep[] {
  const { reliance_opening_balance, opening_balance, page_items } = stored
  const { discounted_total, undiscounted_total } = stored
  return asSent(trace, {
    reliance_opening_balance,
    opening_balance,
    discounted_total,
    undiscounted_total,
    page_items: JSON.parse(page_items ?? 'null'),
    supplier_opening_balance: stored.supplier_opening_balance,
    supplier_difference: stored.supplier_difference,
    supplier_discounted_total: stored.supplier_discounted_total,
    supplier_undiscounted_total: stored.supplier_undiscounted_total,
  })
}

/** One amount and everything it was made from, the amount itself first. */
function derivation(trace: readonly TraceStep[], field: string): TraceStep[] {
  const byKey = new Map(trace.map((step) => [step.key, step]))
  const found: TraceStep[] = []
  const waiting = [field]
  while (waiting.length > 0 && found.length < 1000) {
    const step = byKey.get(waiting.shift() ?? '')
    if (!step || found.includes(step)) continue
    found.push(step)
    waiting.push(...step.parts)
  }
  return found
}
