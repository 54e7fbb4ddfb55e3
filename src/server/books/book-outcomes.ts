import type { ItemKey, Outcome } from '#domain/books/account.ts'
import { discountEvents, ledgerEvents } from '#domain/books/ledger-events.ts'
import type { Settled } from '#domain/books/place-money.ts'
import { discountLost, discountTaken, writtenOff } from '#domain/books/postings.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { CustomerAccount, DiscountEvent, StoredInvoice } from './customer-account.ts'
import {
  type Entry,
  post,
  reverse,
  type StandingEntry,
  standingEntries,
  standingEntriesOf,
} from './ledger.ts'
import { postedInvoice } from './posted-invoice.ts'

/** Books discounts taken and lost, and write-offs that shrank; what stood is taken back whole. */
export async function bookOutcomes(
  ctx: Context,
  conn: Conn,
  before: CustomerAccount,
  settled: Settled,
  reason: string,
): Promise<void> {
  const { customer_id } = before
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
  for (const { invoice, outcome } of shrunk) {
    const found = await standingEntries(conn, invoice.id, [ledgerEvents.writeOff])
    const about = { customer_id, invoice_id: invoice.id }
    const { gst_percent } = invoice.row
    entries.push(...(await anew(ctx, conn, found, { about, outcome, gst_percent, reason })))
  }
  for (const [key, outcome] of settled.outcomes) {
    const adjustment = before.adjustments.get(key)
    if (!adjustment || cents(adjustment.written_off) === outcome.written_off) continue
    const found = await standingEntriesOf(conn, adjustment.id, [ledgerEvents.writeOff])
    const about = { customer_id, adjustment_id: adjustment.id }
    const { gst_percent } = adjustment
    entries.push(...(await anew(ctx, conn, found, { about, outcome, gst_percent, reason })))
  }
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

interface ShrunkWriteOff {
  about: Pick<Entry, 'customer_id' | 'invoice_id' | 'adjustment_id'>
  outcome: Outcome
  gst_percent: string | null
  reason: string
}

/**
 * Money came for what had been given up: the latest write-off shrinks first. It is booked back, and
 * its rest anew with the payment that closed it, so that it is still undone with that payment.
 */
async function anew(
  ctx: Context,
  conn: Conn,
  standing: readonly StandingEntry[],
  { about, outcome, gst_percent, reason }: ShrunkWriteOff,
): Promise<Entry[]> {
  let excess = standing.reduce((sum, one) => sum + cents(one.amount), 0) - outcome.written_off
  const entries: Entry[] = []
  for (const { id, amount, invoicepayment_id } of [...standing].reverse()) {
    if (excess <= 0) break
    const rest = wholeCents(Math.max(0, cents(amount) - excess))
    excess -= cents(amount) - rest
    await reverse(ctx, conn, [id], reason)
    const lines = writtenOff(rest, gst_percent ?? '0')
    entries.push({ event: ledgerEvents.writeOff, ...about, invoicepayment_id, reason, lines })
  }
  return entries
}
