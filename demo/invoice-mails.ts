import { invoiceValues } from '#domain/invoices/invoice-mail.ts'
import { message } from '#domain/messaging/message.ts'
import { invoiceFacts, openAddresses } from '#server/invoices/invoice-facts.ts'
import { makeInvoiceLink } from '#server/invoices/invoice-link.ts'
import type { Context } from '#server/kit/http/context.ts'
import { sealedWords } from '#server/messaging/outbox/sealed-words.ts'
import { printLetter } from '#server/messaging/template/queue-letter.ts'
import { type DemoRow, insertAll, storeRows, type Target } from './store-rows.ts'

interface SentInvoice {
  id: number
  invoiced_at: string
  day: string
}

const SENT = `select id, invoiced_at,
    (invoiced_at at time zone 'Pacific/Auckland')::date::text as day
  from invoices where invoiced_at is not null order by invoiced_at, id`

/** The mail each invoice came with, as it left on its day. */
export async function storeInvoiceMails(
  on: (day: string) => Context,
  target: Target,
): Promise<void> {
  const sent = await target.conn.query<SentInvoice>(SENT)
  const rows: DemoRow[] = []
  for (const one of sent) rows.push(...(await mailsOf(on(one.day), target, one)))
  const ids = await storeRows(target, message, rows)
  const steps = rows.flatMap(({ input, at }, place) =>
    stepsOf(String(input.recipient)).map((step) => ({
      organisation_id: target.organisation_id,
      message_id: ids[place],
      created_at: at.toISOString(),
      ...step,
    })),
  )
  await insertAll(target.conn, 'messageevents', steps)
  const deliveries = rows.map(({ input, at }, place) => ({
    ...{ organisation_id: target.organisation_id, message_id: ids[place], field: 'to' },
    ...{ address: String(input.recipient).toLowerCase(), state: 'accepted', words: KEPT_HERE },
    ...{ created_at: at.toISOString(), modified_at: at.toISOString() },
  }))
  await insertAll(target.conn, 'deliveries', deliveries)
}

async function mailsOf(ctx: Context, { conn, key }: Target, sent: SentInvoice): Promise<DemoRow[]> {
  const facts = await invoiceFacts(conn, sent.id)
  const { customer_id } = facts
  const rows: DemoRow[] = []
  for (const recipient of facts.receives_invoice ? openAddresses(facts) : []) {
    const link = await makeInvoiceLink(ctx, conn, facts.invoice)
    const printed = await printLetter(conn, 'invoice', invoiceValues({ facts, link }))
    const { subject, text, html } = printed.rendering
    const { text_plain, text_html, sealed_words } = sealedWords(key, { text, html })
    const about = { customer_id, reference_object: 'customer', reference_id: customer_id }
    const name = `Invoice-${facts.invoice.invoice_number}.pdf`
    rows.push({
      input: {
        type: 'email',
        invoice_id: sent.id,
        recipient,
        subject,
        text_plain,
        text_html,
        ...about,
      },
      kept: {
        ...left,
        sender: ctx.config.mailFrom,
        sent_at: sent.invoiced_at,
        attachment_name: name,
      },
      columns: { sealed_words, unique_key: `invoice ${sent.id} sent ${recipient}` },
      at: new Date(sent.invoiced_at),
      actor: { id: null, name: ctx.actor.name },
      isUntold: true,
    })
  }
  return rows
}

const left = {
  kind: 'invoice',
  purpose: 'service',
  direction: 'out',
  sent: true,
  status: 'accepted',
  attempts: 1,
}

const KEPT_HERE = 'Kept here: a demonstration reaches nobody.'

const stepsOf = (recipient: string) => [
  { event: 'queued', words: recipient },
  { event: 'accepted', words: KEPT_HERE },
]
