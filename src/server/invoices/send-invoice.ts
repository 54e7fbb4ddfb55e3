import { setAsideFor, usedBySending } from '#domain/books/account-changes.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { creditFreed, discountTaken, invoiceSent } from '#domain/books/postings.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { invoiceValues } from '#domain/invoices/invoice-mail.ts'
import { Problem } from '#domain/kit/problem.ts'
import { approveBills } from '#server/bills/approve-bill.ts'
import { post } from '#server/books/ledger.ts'
import { invoiceItem } from '#server/books/money-keys.ts'
import { openingBalance } from '#server/books/opening-balance.ts'
import { refuseParked } from '#server/books/parked-accounts.ts'
import { postedInvoice } from '#server/books/posted-invoice.ts'
import { sentTerms } from '#server/books/sent-terms.ts'
import { heldAccount, settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseThreat } from '#server/messaging/checks/refuse-threat.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { arrangedAtSending } from './at-sending.ts'
import { billedTo } from './billed-to.ts'
import { changeTold } from './change-of.ts'
import { refuseOverCredit } from './credit-note.ts'
import { datesToSend } from './dates-to-send.ts'
import { askToPayOut, settlePayouts } from './final-credit.ts'
import { keepDocument } from './invoice-document.ts'
import { type FoundInvoice, invoiceFacts, invoicePage } from './invoice-facts.ts'
import { makeInvoiceLink } from './invoice-link.ts'
import { refreshedOpening } from './refreshed-opening.ts'

export interface SendOptions {
  posted?: boolean | undefined
  to?: string[] | undefined
  message?: string | undefined
  new_dates?: boolean | undefined
  /** Done to see what would leave: nothing is kept, so no page need be drawn. */
  isTrial?: boolean | undefined
  /** Nobody asked to send it yet: what speaks against it is shown with it. */
  isLook?: boolean | undefined
}

const DISCOUNT_GRANTED = sql<{ ppd_granted: boolean }, [customer_id: number]>`
  select ppd_granted from customers where id = $1`

/** Sends an invoice: booked, drawn once and mailed with its link; again, only a copy goes. */
export async function sendInvoice(
  ctx: Context,
  conn: Conn,
  input: SendOptions & Pick<ActionRequest, 'id' | 'version'>,
): Promise<Written<typeof invoice>> {
  let isFirst = false
  const { id, version } = input
  const written = await transition(ctx, conn, invoice, 'send', { id, version }, async ({ row }) => {
    isFirst = row.invoice_status === 'approved'
    return isFirst ? firstTime(ctx, conn, row, input) : {}
  })
  if (isFirst) {
    await book(ctx, conn, written.row)
    await arrangedAtSending(ctx, conn, written.row, 'sent')
  }
  const facts = await invoiceFacts(conn, id)
  if (isFirst && !input.isTrial) await keepDocument(ctx, conn, facts)
  const key = isFirst ? 'sent' : `copy ${written.version}`
  await deliver(ctx, conn, facts, input, { isFirst, key })
  return rowNow(ctx, conn, invoice, id)
}

/** The opening balance alone is looked at again when the page goes out. */
async function firstTime(ctx: Context, conn: Conn, row: Invoice, { new_dates }: SendOptions) {
  await refuseParked(conn, row.customer_id, 'send')
  await refuseOverCredit(conn, 'send', row)
  const dates = await datesToSend(ctx, conn, row, new_dates ?? false)
  // What has lapsed since then is owed by now.
  await settleCustomer(ctx, conn, row.customer_id, { because: 'The last day had passed.' })
  const opening = await openingBalance(conn, row, todayOf(ctx), row.id)
  const who = await DISCOUNT_GRANTED.one(conn, row.customer_id)
  return {
    ...dates,
    ...(who?.ppd_granted ? { ppd_granted: true } : {}),
    ...(await refreshedOpening(conn, row, opening)),
    page_items: opening.items,
    sent_terms: await sentTerms(conn),
    stands_since: (await standsSince(conn, row)) ?? todayOf(ctx),
    invoiced_at: ctx.clock.now().toISOString(),
    invoiced_date: todayOf(ctx),
    delivery_problem: null,
  }
}

const REPLACED = sql<{ stands_since: string | null }, [id: number]>`
  select stands_since from invoices where id = $1`

/** Money that paid the invoice it replaces is found by it as by that one. */
async function standsSince(conn: Conn, { redo_of_id }: Invoice): Promise<string | null> {
  if (redo_of_id === null) return null
  return (await REPLACED.one(conn, redo_of_id))?.stands_since ?? null
}

async function book(ctx: Context, conn: Conn, row: Invoice): Promise<void> {
  const { id, customer_id } = row
  const posted = postedInvoice(row)
  const about = { customer_id, invoice_id: id }
  await post(ctx, conn, [
    {
      ...about,
      event: ledgerEvents.invoiceSent,
      unique_key: `invoice ${id} sent`,
      lines: invoiceSent(posted),
    },
    ...(posted.discounted < 0
      ? [
          { ...about, event: ledgerEvents.creditFreed, lines: creditFreed(posted.discounted) },
          // Nobody has to pay a credit in time: what was at stake is settled with it.
          {
            ...about,
            event: ledgerEvents.discountTaken,
            reason: `Invoice ${row.invoice_number} gives money back.`,
            lines: discountTaken(posted),
          },
        ]
      : []),
  ])
  await approveBills(ctx, conn, id)
  if (row.contract_id) await billedTo(conn, row.contract_id)
  const item = invoiceItem(id)
  const { account } = await heldAccount(conn, customer_id)
  await settleCustomer(ctx, conn, customer_id, {
    because: `Invoice ${row.invoice_number} was sent.`,
    change: usedBySending(item),
    event:
      posted.discounted < 0
        ? { received: item }
        : { sent: { item, ...setAsideFor(account, item) } },
  })
  await settlePayouts(ctx, conn, customer_id)
  await askToPayOut(ctx, conn, row)
}

/** Refuses what somebody must not write beside an invoice, before anything becomes of it. */
export async function refuseThreatBeside(
  ctx: Context,
  conn: Conn,
  { id, customer_id }: Pick<Invoice, 'id' | 'customer_id'>,
  { to, message, isLook }: SendOptions,
): Promise<void> {
  if (!message || isLook) return
  const [contact] = readersOf(await invoiceFacts(conn, id), to).open
  await refuseThreat(ctx, conn, { kind: 'invoice', customer_id, words: message, contact })
}

/** Whom it is to reach, and whom of them it may. */
function readersOf({ receives_invoice, recipients, opted_out }: FoundInvoice, to?: string[]) {
  const wanted = to ?? (receives_invoice ? recipients : [])
  const open = wanted.filter((address) => !opted_out.includes(address.toLowerCase()))
  return { wanted, open }
}

/** Mails the link; without an address the invoice must be on its way by post. */
async function deliver(
  ctx: Context,
  conn: Conn,
  facts: FoundInvoice,
  { to, posted, message, isLook }: SendOptions,
  { isFirst, key }: { isFirst: boolean; key: string },
): Promise<void> {
  const { wanted, open } = readersOf(facts, to)
  if (open.length === 0 && !posted)
    throw undeliverable(wanted.length > 0, to !== undefined || facts.receives_invoice)
  const { id, customer_id } = facts.invoice
  const own = { kind: isFirst ? 'invoice' : 'copy', customer_id, words: message } as const
  if (!isLook) await refuseThreat(ctx, conn, { ...own, contact: open[0] })
  for (const address of open) {
    const link = await makeInvoiceLink(ctx, conn, facts.invoice)
    await queueLetter(ctx, conn, {
      template: 'invoice',
      kind: isFirst ? 'invoice' : 'copy',
      values: invoiceValues({ facts, link, message, isCopy: !isFirst }),
      onlyIfPrinted: { why_changed: () => changeTold(conn, id) },
      record_id: id,
      customer_id,
      invoice_id: id,
      to: address,
      attachment: invoicePage(facts),
      key: `invoice ${id} ${key} ${address}`,
    })
  }
}

function undeliverable(isOptedOut: boolean, isWanted: boolean): Problem {
  const reason = isOptedOut
    ? 'the customer has opted out of emails'
    : isWanted
      ? 'there is no email address'
      : 'the customer receives no invoices'
  const instead = 'Add an address, or tick “posted” when it goes by post.'
  return new Problem('notPossible', { fill: { action: 'send', reason, instead } })
}
