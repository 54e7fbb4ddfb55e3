import { type Correction, correctionValues } from '#domain/invoices/correction-mail.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { invoiceFacts, openAddresses } from './invoice-facts.ts'

/** Tells the customer what was corrected of an invoice they were sent, once for each correction. */
export async function tellCorrection(
  ctx: Context,
  conn: Conn,
  invoice_id: number,
  key: string,
  correction: Correction,
): Promise<void> {
  const facts = await invoiceFacts(conn, invoice_id)
  const about = {
    template: 'correction',
    values: correctionValues(facts, correction),
    record_id: invoice_id,
    customer_id: facts.invoice.customer_id,
    invoice_id,
  } as const
  for (const to of openAddresses(facts))
    await queueLetter(ctx, conn, { ...about, to, key: `correction ${key} ${to}` })
}

/** All that an invoice asked for, as its discount stood, is taken back. */
export function wholeCorrection(row: Invoice, why: Correction['why']): Correction {
  const isDear = row.ppd_state === 'lost' || row.ppd_state === 'open'
  const amount = isDear ? row.undiscounted_total_this_period : row.discounted_total_this_period
  const gst = isDear ? row.gst_if_not : row.gst_if_discounted
  return { amount: amount ?? '0.00', gst: gst ?? '0.00', why }
}
