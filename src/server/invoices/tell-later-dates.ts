import { laterMail } from '#domain/invoices/invoice-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
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
  for (const address of openAddresses(facts)) {
    const link = await makeInvoiceLink(ctx, conn, facts.invoice)
    const mail = laterMail({ facts, link, isDiscountOpen })
    await queueMail(conn, { to: address, ...mail, key: `later ${id} ${version} ${address}` })
  }
}
