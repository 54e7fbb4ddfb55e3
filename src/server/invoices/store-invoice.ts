import { bill } from '#domain/bills/bill.ts'
import type { BillFacts } from '#domain/bills/found-bill.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { recheckBill } from '#server/bills/bill-check-stored.ts'
import { billValues } from '#server/bills/bill-values.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import type { Proposed } from './assemble-invoice.ts'
import { explainPeriodOverlap } from './period-overlap.ts'

const TAKE_BILL = sql<never, [id: number, invoice_id: number]>`
  update bills set invoice_id = $2 where id = $1`

const TAKE_CHARGES = sql<never, [charge_ids: readonly number[], invoice_id: number]>`
  update pending_charges set invoice_id = $2
  where id = any($1) and invoice_id is null and dropped_at is null`

const FREE_CHARGES = sql<never, [invoice_id: number, kept: readonly number[]]>`
  update pending_charges set invoice_id = null
  where invoice_id = $1 and id <> all($2) and charge_type <> 'late_fee'`

const KEEP_PROOF = sql<
  never,
  [invoice_id: number, organisation_id: number | null, input: string, trace: string]
>`insert into invoice_proofs (invoice_id, organisation_id, input, trace)
  values ($1, $2, $3, $4)
  on conflict (invoice_id) do update set input = excluded.input, trace = excluded.trace,
    sha256 = null`

const LET_GO = sql<never, [invoice_id: number, kept: readonly number[], is_captured: boolean]>`
  update bills set invoice_id = null, deleted_at = case when $3 and bill_status = 'draft'
      and source_sha256 is null then now() else deleted_at end
  where invoice_id = $1 and id <> all($2)`

/** Keeps a computed invoice as a draft, with its bill, its proof and the charges it takes up. */
export async function storeInvoice(
  ctx: Context,
  conn: Conn,
  request: InvoiceRequest,
  proposed: Proposed,
  more: StoredColumns<typeof invoice> = {},
): Promise<Written<typeof invoice>> {
  const written = await explainPeriodOverlap(() =>
    insertRow(ctx, conn, invoice, { ...invoiceValues(request, proposed), ...more }),
  )
  await linkSources(ctx, conn, written.id, request, proposed)
  return written
}

/** The columns of an invoice that follow from its computation. */
export function invoiceValues(
  request: InvoiceRequest,
  { computed, input, contract, opening }: Proposed,
) {
  const { fields, lines, warnings, gst, engine_version } = computed
  return {
    ...fields,
    ...gst,
    customer_id: request.customer_id,
    contract_id: contract?.id ?? null,
    supplier_id: contract?.supplier_id ?? null,
    ...(request.credits_id ? { credits_id: request.credits_id } : {}),
    billing: input.billing,
    split_collection: input.split_collection,
    due_date_type: input.due.due_date_type,
    due_date_value_offset: input.due.due_date_value_offset,
    due_date_value_fixed: input.due.due_date_value_fixed,
    last_for_contract: request.last_for_contract ?? false,
    ...(request.notes === undefined ? {} : { notes: request.notes }),
    lines,
    warnings,
    engine_version,
    page_items: opening.items,
    balance: '0.00',
  }
}

/** Ties bills and waiting charges to the invoice and keeps what it was computed from. */
export async function linkSources(
  ctx: Context,
  conn: Conn,
  invoice_id: number,
  request: InvoiceRequest,
  proposed: Proposed,
): Promise<void> {
  const { bills, charges, input, computed } = proposed
  await letGo(conn, invoice_id, proposed)
  for (const { id, bill: facts } of bills) {
    if (id === null) {
      const made = await insertRow(ctx, conn, bill, newBill(invoice_id, request, facts, proposed))
      await recheckBill(ctx, conn, made.id)
    } else await TAKE_BILL.run(conn, id, invoice_id)
  }
  const taken = [
    ...charges.map((charge) => charge.id),
    ...(request.lines ?? []).flatMap((line) => line.pending_charge_id ?? []),
    ...computed.lines.flatMap((line) => line.pending_charge_id ?? []),
  ]
  // What was taken off waits for the next invoice; fees for paying late are no lines.
  await FREE_CHARGES.run(conn, invoice_id, taken)
  await takeCharges(conn, taken, invoice_id)
  const [kept, trace] = [JSON.stringify(input), JSON.stringify(computed.trace)]
  await KEEP_PROOF.run(conn, invoice_id, ctx.actor.organisation_id, kept, trace)
}

/** What still waits is billed by this invoice from now on. */
export async function takeCharges(
  conn: Conn,
  charge_ids: readonly number[],
  invoice_id: number,
): Promise<void> {
  await TAKE_CHARGES.run(conn, charge_ids, invoice_id)
}

/** Bills no longer part of it are free again; one captured with it gives way to the new. */
async function letGo(conn: Conn, invoice_id: number, { bills }: Proposed): Promise<void> {
  const kept = bills.flatMap(({ id }) => id ?? [])
  const isCaptured = bills.some(({ id }) => id === null)
  await LET_GO.run(conn, invoice_id, kept, isCaptured)
}

function newBill(
  invoice_id: number,
  request: InvoiceRequest,
  facts: BillFacts,
  proposed: Proposed,
) {
  const { contract } = proposed
  return {
    ...billValues(facts, proposed.gstOf(facts)),
    invoice_id,
    customer_id: request.customer_id,
    contract_id: contract?.id ?? null,
    supplier_id: contract?.supplier_id ?? null,
    account_number_with_supplier: contract?.account_number_with_supplier ?? null,
  }
}
