import { cents } from '#domain/kit/money.ts'
import { DECEASED } from '#domain/messaging/checks/caring.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { type ReceiptItem, receiptValues } from '#domain/payments/receipt-mail.ts'
import { OPTED_OUT, RECIPIENTS } from '#server/books/recipients.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import type { TemplateSources } from '#server/messaging/template/template-source.ts'

interface Payer {
  broker: string
  gst_number: string | null
  customer: string
  balance_total: string
  debits_frozen_reason: string | null
  recipients: string[]
  opted_out: string[]
}

const PAYER = sql<Payer, [customer_id: number]>`
  select coalesce(o.trading_name, o.name) as broker, o.gst_number,
    coalesce(c.name_business, c.name) as customer,
    coalesce(c.balance_total, 0)::text as balance_total, c.debits_frozen_reason, e.recipients,
    ${OPTED_OUT} as opted_out
  from customers c join organisations o on o.id = c.organisation_id
  left join ${RECIPIENTS} on true where c.id = $1`

const ITEMS = sql<ReceiptItem, [payment_id: number]>`
  select coalesce('Invoice ' || i.invoice_number, 'Adjustment ' || d.adjustment_number) as name,
    sum(a.amount)::text as amount, coalesce(i.balance, d.balance, 0)::text as balance
  from allocations a left join invoices i on i.id = a.invoice_id
    left join adjustments d on d.id = a.adjustment_id
  where a.invoicepayment_id = $1 group by i.id, d.id, i.due_date, d.due_date
  order by coalesce(i.due_date, d.due_date), i.id, d.id`

type WrittenPayment = Promise<Written<typeof invoicepayment>>

/** Mails the customer what a payment paid and what is still to pay; again, as it stands by then. */
export function sendReceipt(ctx: Context, conn: Conn, input: ActionRequest): WrittenPayment {
  return transition(ctx, conn, invoicepayment, 'receipt', input, async ({ row, version }) => {
    const payer = await PAYER.one(conn, row.customer_id)
    const open = addressesOf(payer)
    if (!payer || open.length === 0) throw unreachable(payer)
    await mailReceipt(ctx, conn, row, payer, version, open)
    return { receipt_sent_at: ctx.clock.now().toISOString() }
  })
}

/** Where the organisation wants it, whoever can be reached gets a receipt without being asked. */
export async function receiptIfWanted(
  ctx: Context,
  conn: Conn,
  written: Written<typeof invoicepayment>,
): WrittenPayment {
  const { customer_id, amount_incl_gst } = written.row
  if (cents(amount_incl_gst) <= 0) return written
  const [told] = await receiptsIfWanted(ctx, conn, [{ id: written.row.id, customer_id }])
  return told ?? written
}

/** The same for many payments; answers those that were told. */
export async function receiptsIfWanted(
  ctx: Context,
  conn: Conn,
  payments: readonly { id: number; customer_id: number }[],
): Promise<Written<typeof invoicepayment>[]> {
  if (!(await settingOf(conn, 'send_receipts'))) return []
  const told: Written<typeof invoicepayment>[] = []
  for (const { id, customer_id } of payments) {
    const payer = await PAYER.one(conn, customer_id)
    // Once the holder has died nothing leaves by itself; somebody may still send one.
    if (payer?.debits_frozen_reason === DECEASED) continue
    if (addressesOf(payer).length > 0) told.push(await sendReceipt(ctx, conn, { id }))
  }
  return told
}

/** Whom a receipt would reach. */
export const readersOfReceipt = async (conn: Conn, customer_id: number): Promise<string[]> =>
  addressesOf(await PAYER.one(conn, customer_id))

const addressesOf = (payer: Payer | undefined) =>
  payer?.recipients.filter((one) => !payer.opted_out.includes(one)) ?? []

function unreachable(payer: Payer | undefined) {
  const isOptedOut = (payer?.recipients.length ?? 0) > 0
  const reason = isOptedOut ? 'the customer has opted out of emails' : 'there is no email address'
  return notPossible('send', reason, 'Add an address to the customer first.')
}

/** What the receipt of a payment says. */
async function valuesOf(conn: Conn, row: InvoicePayment, payer: Payer) {
  const { broker, gst_number, customer, balance_total } = payer
  return receiptValues({
    broker,
    gst_number,
    customer,
    balance_total,
    amount: row.amount_incl_gst,
    payment_date: row.payment_date,
    reference: row.reference,
    items: await ITEMS.all(conn, row.id),
    credit: row.unallocated_amount ?? '0.00',
    refunded: row.refunded_amount ?? '0.00',
  })
}

/** How payments are printed by templates. */
export const paymentSources: TemplateSources = {
  payment: {
    entity: invoicepayment,
    load: async (ctx, conn, id) => {
      const { row } = await rowNow(ctx, conn, invoicepayment, id)
      const payer = await PAYER.one(conn, row.customer_id)
      if (!payer) throw new Error(`Payment ${id} has no payer.`)
      return valuesOf(conn, row, payer)
    },
  },
}

async function mailReceipt(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  payer: Payer,
  version: number,
  addresses: readonly string[],
): Promise<void> {
  const values = await valuesOf(conn, row, payer)
  const { id: record_id, customer_id } = row
  const about = { template: 'receipt', values, record_id, customer_id } as const
  for (const to of addresses)
    await queueLetter(ctx, conn, {
      ...about,
      to,
      key: `receipt ${row.id} ${version} ${to}`,
    })
}
