import { newDatesValues } from '#domain/invoices/invoice-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { invoiceFacts, openAddresses } from './invoice-facts.ts'
import { makeInvoiceLink } from './invoice-link.ts'

/** Whoever was asked to pay by a day is told the later one. */
export async function tellLaterDates(
  ctx: Context,
  conn: Conn,
  { id, version }: { id: number; version: number },
): Promise<void> {
  const facts = await invoiceFacts(conn, id)
  const isDiscountOpen = facts.invoice.ppd_state === 'open'
  const { customer_id } = facts.invoice
  for (const to of openAddresses(facts)) {
    const link = await makeInvoiceLink(ctx, conn, facts.invoice)
    await queueLetter(ctx, conn, {
      template: 'new_dates',
      values: newDatesValues({ facts, link, isDiscountOpen }),
      record_id: id,
      customer_id,
      invoice_id: id,
      to,
      key: `later ${id} ${version} ${to}`,
    })
  }
}
