import {
  type InvoiceFacts,
  invoiceDocument,
  printedFields,
} from '#domain/invoices/invoice-document.ts'
import type { InvoicePage } from '#domain/invoices/invoice-document-calls.ts'
import { yearBefore } from '#domain/kit/day-number.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { comparedUse } from '#domain/meters/compared-use.ts'
import { usageByMonth } from '#domain/meters/usage-by-month.ts'
import { drawPaper, inLook, shownLookOf } from '#server/files/look-of.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { readingsOfPeriod } from '#server/meters/readings-of-period.ts'
import { firstMonth, type MeterSince, segmentsByService } from '#server/meters/use-of-meters.ts'
import { accountProofAddress } from './account-proof/account-proof.ts'
import { invoiceFacts } from './invoice-facts.ts'

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
const METERS = sql<MeterSince, [contract_id: number | null]>`select m.id,
    case when m.customer_id = k.customer_id then m.customer_since_date end as since
  from contracts k join meters m on m.connection = any(k.connections) and m.deleted_at is null
  where k.id = $1 order by m.id`

/** The page of an invoice as it would be now. */
export async function contentOf(
  ctx: Context,
  conn: Conn,
  facts: InvoiceFacts,
): Promise<PrintedDocument> {
  return inLook(conn, invoiceDocument(await wholeFacts(ctx, conn, facts)))
}

/** All that a page is written from, what was metered among it. */
async function wholeFacts(ctx: Context, conn: Conn, facts: InvoiceFacts): Promise<InvoiceFacts> {
  const { redo_of_id } = facts.invoice
  const [metered, replaced, account_proof, complaint_words] = await Promise.all([
    meteredIn(conn, facts.invoice),
    redo_of_id ? NUMBER.one(conn, redo_of_id) : undefined,
    accountProofAddress(ctx, conn, facts),
    settingOf(conn, 'complaint_words'),
  ])
  const more = { ...metered, account_proof, complaint_words, replaces: replaced?.invoice_number }
  return { ...facts, ...more }
}

const CONTENT = sql<{ content: PrintedDocument }, [invoice_id: number]>`
  select content from invoice_documents where invoice_id = $1`

/** The page as its customer gets it, or would now, for the office to look at. */
export async function pageOf(ctx: Context, conn: Conn, id: number): Promise<InvoicePage> {
  const look = await shownLookOf(conn)
  const sent = await CONTENT.one(conn, id)
  if (sent) return { document: sent.content, look, facts: null }
  const facts = printable(await wholeFacts(ctx, conn, await invoiceFacts(conn, id)))
  return { document: invoiceDocument(facts), look, facts }
}

/** What is printed and no more: the rest of the rows is read elsewhere. */
function printable(given: InvoiceFacts): InvoiceFacts {
  const { organisation, customer, supplier, connections, contract, collection, credits } = given
  const { replaces, account_proof, use, readings, complaint_words } = given
  const { lines, page_items } = given.invoice
  const fields = Object.fromEntries(printedFields.map((name) => [name, given.invoice[name]]))
  // The loop takes every field by its own name.
  const invoice = { ...fields, lines, page_items } as InvoiceFacts['invoice']
  return {
    ...{ organisation, customer, supplier, connections, contract, collection, credits },
    ...{ replaces, account_proof, use, readings, complaint_words, invoice },
  }
}

/** Draws the page once and keeps it with its description: what was sent never changes again. */
export async function keepDocument(ctx: Context, conn: Conn, facts: InvoiceFacts): Promise<Buffer> {
  const content = await contentOf(ctx, conn, facts)
  const pdf = await drawPaper(conn, content)
  const { organisation_id } = ctx.actor
  const text = JSON.stringify(content)
  await KEEP.run(conn, organisation_id, facts.invoice.id, text, pdf, digestOf(pdf))
  return pdf
}

/** What a contract's meters showed around a period, and what was used in it and the year before. */
async function meteredIn(
  conn: Conn,
  { contract_id, period_start: from, period_end: to }: InvoiceFacts['invoice'],
): Promise<Pick<InvoiceFacts, 'use' | 'readings'>> {
  if (!from || !to) return {}
  const meters = await METERS.all(conn, contract_id)
  const first = firstMonth(to, MONTHS_SHOWN)
  const services = await segmentsByService(conn, meters, yearBefore(first))
  const use = services.map(({ segments, ...service }) => ({
    ...service,
    months: usageByMonth(segments, first, to),
    compared: comparedUse(segments, { from, to }),
  }))
  return { use, readings: await readingsOfPeriod(conn, meters, { from, to }) }
}
