import type { Outcome } from '#domain/books/account.ts'
import { discountEvents, ledgerEvents } from '#domain/books/ledger-events.ts'
import { discountLost, discountTaken, gstInside, writtenOff } from '#domain/books/postings.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { DiscountEvent, InvoiceRow } from './account-rows.ts'
import {
  type Entry,
  reverse,
  type StandingEntry,
  standingEntries,
  standingEntriesOf,
} from './ledger.ts'
import { postedInvoice } from './posted-invoice.ts'
import type { Settlement } from './settle.ts'
import { invoiceWrittenOff } from './write-off.ts'

/**
 * What discounts taken and lost, and write-offs that shrank, are to be booked. What stood before is
 * taken back whole.
 */
export async function outcomeEntries(
  ctx: Context,
  conn: Conn,
  settlements: readonly Settlement[],
): Promise<Entry[]> {
  const discounts = settlements.flatMap(discountsToBook)
  const standing = discounts.filter(({ invoice }) => invoice.ppd_event !== null)
  for (const [reason, group] of Map.groupBy(standing, ({ because }) => because)) {
    const ids = group.map(({ invoice }) => invoice.id)
    const found = await standingEntries(conn, ids, discountEvents)
    await reverse(
      ctx,
      conn,
      found.map((entry) => entry.id),
      reason,
    )
  }
  const entries = discounts.flatMap(discountEntry)
  for (const settlement of settlements)
    entries.push(...(await shrunkWriteOffs(ctx, conn, settlement)))
  return entries
}

interface InvoiceOutcome {
  customer_id: number
  invoice: InvoiceRow
  outcome: Outcome
  because: string
}

function discountsToBook({ before, settled, because }: Settlement): InvoiceOutcome[] {
  const { customer_id, invoices } = before
  return [...settled.outcomes].flatMap(([key, outcome]) => {
    const invoice = invoices.get(key)
    const one = invoice && { customer_id, invoice, outcome, because }
    return one && isToBook(one) ? [one] : []
  })
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

function discountEntry(one: InvoiceOutcome): Entry[] {
  const event = discountWanted(one)
  if (!event) return []
  const { customer_id, invoice, because: reason } = one
  const posted = postedInvoice(invoice.row)
  const lines = event === ledgerEvents.discountLost ? discountLost(posted) : discountTaken(posted)
  return [{ event, customer_id, invoice_id: invoice.id, reason, lines }]
}

async function shrunkWriteOffs(
  ctx: Context,
  conn: Conn,
  { before, settled, because: reason }: Settlement,
): Promise<Entry[]> {
  const { customer_id } = before
  const entries: Entry[] = []
  for (const [key, outcome] of settled.outcomes) {
    const [invoice, adjustment] = [before.invoices.get(key), before.adjustments.get(key)]
    if (invoice && cents(invoice.written_off) !== outcome.written_off) {
      const found = await standingEntries(conn, [invoice.id], [ledgerEvents.writeOff])
      const about = { customer_id, invoice_id: invoice.id }
      const { gst_percent } = invoice.row
      entries.push(...(await anew(ctx, conn, found, { about, outcome, gst_percent, reason })))
    }
    if (adjustment && cents(adjustment.written_off) !== outcome.written_off) {
      const found = await standingEntriesOf(conn, adjustment.id, [ledgerEvents.writeOff])
      const about = { customer_id, adjustment_id: adjustment.id }
      const { gst_percent } = adjustment
      entries.push(...(await anew(ctx, conn, found, { about, outcome, gst_percent, reason })))
    }
  }
  return entries
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
    const lines = about.invoice_id
      ? await invoiceWrittenOff(conn, about.invoice_id, rest)
      : writtenOff(rest, gstInside(rest, gst_percent ?? '0'))
    entries.push({ event: ledgerEvents.writeOff, ...about, invoicepayment_id, reason, lines })
  }
  return entries
}
