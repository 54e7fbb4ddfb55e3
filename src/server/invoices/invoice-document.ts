import { type InvoiceFacts, invoiceDocument } from '#domain/invoices/invoice-document.ts'
import type { UseOfService } from '#domain/invoices/use-chart.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { digestOf, renderPdf } from '#server/kit/print/render-pdf.ts'
import { useOfMeters as monthsOfMeters } from '#server/meters/use-of-meters.ts'
import { accountProofAddress } from './account-proof/account-proof.ts'

// A year and the month a year ago, so that winters stand beside winters.
const MONTHS_SHOWN = 13

const NUMBER = sql<{ invoice_number: string | null }, [id: number]>`
  select invoice_number from invoices where id = $1`

const KEEP = sql<
  never,
  [organisation_id: number | null, invoice_id: number, content: string, pdf: Buffer, sha256: Buffer]
>`insert into invoice_documents (organisation_id, invoice_id, content, pdf, sha256)
  values ($1, $2, $3, $4, $5)`

// What whoever had the connection before used is not printed on the page of the next.
const METERS = sql<
  { id: number; since: string | null },
  [contract_id: number | null, until: string | null]
>`select m.id,
    case when m.customer_id = k.customer_id then m.customer_since_date end as since
  from contracts k join meters m on m.connection = any(k.connections) and m.deleted_at is null
  where k.id = $1 and $2::text is not null order by m.id`

/** The page of an invoice as it would be now. */
export async function contentOf(
  ctx: Context,
  conn: Conn,
  facts: InvoiceFacts,
): Promise<PrintedDocument> {
  const { contract_id, period_end, redo_of_id } = facts.invoice
  const [use, replaced, account_proof] = await Promise.all([
    monthsOfContract(conn, contract_id, period_end),
    redo_of_id ? NUMBER.one(conn, redo_of_id) : undefined,
    accountProofAddress(ctx, conn, facts),
  ])
  return invoiceDocument({ ...facts, use, account_proof, replaces: replaced?.invoice_number })
}

/** Draws the page once and keeps it with its description: what was sent never changes again. */
export async function keepDocument(ctx: Context, conn: Conn, facts: InvoiceFacts): Promise<Buffer> {
  const content = await contentOf(ctx, conn, facts)
  const pdf = await renderPdf(content)
  const { organisation_id } = ctx.actor
  const text = JSON.stringify(content)
  await KEEP.run(conn, organisation_id, facts.invoice.id, text, pdf, digestOf(pdf))
  return pdf
}

/** What a contract's connections used in the months up to a day. */
async function monthsOfContract(
  conn: Conn,
  contract_id: number | null,
  until: string | null,
): Promise<UseOfService[]> {
  const meters = await METERS.all(conn, contract_id, until)
  return monthsOfMeters(conn, meters, until ?? '', MONTHS_SHOWN)
}
