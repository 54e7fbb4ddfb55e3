import type { ItemKey, Outcome } from '#domain/books/account.ts'
import { discountEvents, ledgerEvents } from '#domain/books/ledger-events.ts'
import type { Settled } from '#domain/books/place-money.ts'
import { discountLost, discountTaken, writtenOff } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { CustomerAccount, DiscountEvent, StoredInvoice } from './customer-account.ts'
import { type Entry, post, reverse, standingEntries } from './ledger.ts'
import { postedInvoice } from './posted-invoice.ts'

/** Books discounts taken and lost, and write-offs that shrank; what stood is taken back whole. */
export async function bookOutcomes(
  ctx: Context,
  conn: Conn,
  before: CustomerAccount,
  settled: Settled,
  reason: string,
): Promise<void> {
  const invoices = [...settled.outcomes].flatMap(([key, outcome]) =>
    invoiceAt(before, key, outcome),
  )
  const discounts = invoices.filter(isToBook)
  for (const { invoice } of discounts) {
    if (invoice.ppd_event === null) continue
    const standing = await standingEntries(conn, invoice.id, discountEvents)
    const ids = standing.map((entry) => entry.id)
    await reverse(ctx, conn, ids, reason)
  }
  const entries = discounts.flatMap((one) => discountEntry(one, reason))
  const shrunk = invoices.filter(
    ({ invoice, outcome }) => cents(invoice.written_off) !== outcome.written_off,
  )
  for (const one of shrunk) entries.push(...(await writeOffAnew(ctx, conn, one, reason)))
  await post(ctx, conn, entries)
}

interface InvoiceOutcome {
  customer_id: number
  invoice: StoredInvoice
  outcome: Outcome
}

function invoiceAt(before: CustomerAccount, key: ItemKey, outcome: Outcome): InvoiceOutcome[] {
  const invoice = before.invoices.get(key)
  return invoice ? [{ customer_id: before.customer_id, invoice, outcome }] : []
}

/** The discount is booked as taken or lost, and booked back when the answer changes. */
function discountWanted({ outcome: { ppd } }: InvoiceOutcome): DiscountEvent | null {
  if (ppd === 'open') return null
  return ppd === 'lost' ? ledgerEvents.discountLost : ledgerEvents.discountTaken
}

function isToBook(one: InvoiceOutcome): boolean {
  const { discounted, undiscounted } = postedInvoice(one.invoice.row)
  return discounted !== undiscounted && one.invoice.ppd_event !== discountWanted(one)
}

function discountEntry(one: InvoiceOutcome, reason: string): Entry[] {
  const event = discountWanted(one)
  if (!event) return []
  const posted = postedInvoice(one.invoice.row)
  const lines = event === ledgerEvents.discountLost ? discountLost(posted) : discountTaken(posted)
  return [{ event, customer_id: one.customer_id, invoice_id: one.invoice.id, reason, lines }]
}

/** Money came for what had been given up: the write-off is booked back, and its rest anew. */
async function writeOffAnew(
  ctx: Context,
  conn: Conn,
  { customer_id, invoice, outcome }: InvoiceOutcome,
  reason: string,
): Promise<Entry[]> {
  const standing = await standingEntries(conn, invoice.id, [ledgerEvents.writeOff])
  const ids = standing.map((entry) => entry.id)
  await reverse(ctx, conn, ids, reason)
  if (outcome.written_off === 0) return []
  const lines = writtenOff(outcome.written_off, invoice.row.gst_percent ?? '0')
  const invoicepayment_id = standing.at(-1)?.invoicepayment_id ?? null
  const about = { customer_id, invoice_id: invoice.id, invoicepayment_id }
  return [{ event: ledgerEvents.writeOff, ...about, reason, lines }]
}
