import { laterMail } from '#domain/invoices/invoice-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
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
    const mail = laterMail({ facts, link, isDiscountOpen })
    const about = { kind: 'new_dates', customer_id, invoice_id: id } as const
    await queueMessage(ctx, conn, { ...about, to, ...mail, key: `later ${id} ${version} ${to}` })
  }
}
