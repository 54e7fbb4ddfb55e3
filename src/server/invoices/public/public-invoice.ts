import { stillToPay } from '#domain/books/still-to-pay.ts'
import { explainToCustomer } from '#domain/invoices/explain-to-customer.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { collectionInWords, headings } from '#domain/invoices/invoice-document.ts'
import type { PublicInvoice } from '#domain/invoices/public-invoice.ts'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import type { DocumentSection, PrintedDocument } from '#domain/kit/document.ts'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'
import { shownLookOf } from '#server/files/look-of.ts'
import { openPublicLink, type PublicLink } from '#server/identity/public-link.ts'
import { changeOf } from '#server/invoices/change-of.ts'
import { invoiceFacts } from '#server/invoices/invoice-facts.ts'
import { INVOICE_LINK } from '#server/invoices/invoice-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

/** The link a call carries; what became of the invoice tells later why one was closed. */
export const openInvoiceLink = (ctx: Context) =>
  openPublicLink(ctx, INVOICE_LINK, { evenRevoked: true })

interface KeptDocument {
  content: PrintedDocument
  trace: TraceStep[] | null
}

const KEPT_DOCUMENT = sql<KeptDocument, [invoice_id: number]>`
  select d.content, p.trace from invoice_documents d
  left join invoice_proofs p on p.invoice_id = d.invoice_id where d.invoice_id = $1`

// Older items the page printed, and what is open of each by now.
const RESTS = sql<{ printed: string; open: string }, [id: number]>`
  select item ->> 'balance' as printed, coalesce(o.balance, a.balance, 0)::text as open
  from invoices i cross join lateral jsonb_array_elements(coalesce(i.page_items, '[]')) item
    left join invoices o on o.id = (item ->> 'invoice_id')::bigint
      and o.invoice_status = 'invoiced'
    left join adjustments a on a.id = (item ->> 'adjustment_id')::bigint
      and a.adjustment_status = 'invoiced'
  where i.id = $1`

const IS_CANCELLED = sql<{ is_cancelled: boolean; is_replaced: boolean }, [id: number]>`
  select invoice_status = 'cancelled' or deleted_at is not null as is_cancelled,
    superseded_by_id is not null as is_replaced
  from invoices where id = $1`

/** The invoice behind a link; 473 for a cancelled one, 469 for a link that was taken back. */
export async function readPublicInvoice(conn: Conn, link: PublicLink): Promise<PublicInvoice> {
  await refuseClosed(conn, link)
  const id = link.object_id
  const kept = await KEPT_DOCUMENT.one(conn, id)
  if (!kept) throw new Problem('tokenInvalid')
  const [facts, change] = await Promise.all([invoiceFacts(conn, id), changeOf(conn, id)])
  const rests = await RESTS.all(conn, id)
  const toPay = stillToPay(
    cents(facts.invoice.balance ?? '0.00'),
    rests.map(({ printed, open }) => ({ printed: cents(printed), open: cents(open) })),
  )
  const { organisation, customer, invoice } = facts
  return {
    look: await shownLookOf(conn),
    status: toPay > 0 ? 'open' : 'settled',
    broker: {
      name: organisation.trading_name ?? organisation.name,
      email: organisation.email,
      phone: organisation.phone && formatPhone(organisation.phone),
    },
    customer_name: customer.name_business ?? customer.name,
    ...amountsOf(invoice),
    still_to_pay: toDecimalString(toPay),
    pay: {
      account_name: organisation.bank_account_name ?? organisation.name,
      account_number:
        organisation.bank_account_number && formatBankAccount(organisation.bank_account_number),
      reference: sent(invoice.invoice_number),
      code: customer.customer_number,
      proof: proofIn(kept.content),
    },
    collection: facts.collection ? collectionInWords(facts.collection) : null,
    document: { ...kept.content, sections: kept.content.sections.filter(isRead) },
    use: chartsIn(kept.content),
    explanation: explainToCustomer(kept.trace ?? [], invoice),
    change,
    expires_at: link.expires_at,
  }
}

const toldApart = new Set(Object.values(headings))
const isChart = ({ blocks }: DocumentSection) => blocks.some((block) => block.kind === 'chart')

/** What to pay, how, and the chart stand apart on a screen; the rest reads like the paper. */
const isRead = (section: DocumentSection) => !toldApart.has(section.heading) && !isChart(section)

function chartsIn({ sections }: PrintedDocument) {
  return sections.flatMap(({ heading, blocks }) =>
    blocks.flatMap((block) => (block.kind === 'chart' ? [{ title: heading, ...block }] : [])),
  )
}

function proofIn({ sections }: PrintedDocument): string | null {
  const blocks = sections.flatMap((section) => section.blocks)
  return blocks.find((block) => block.kind === 'code')?.text ?? null
}

export async function refuseClosed(conn: Conn, { object_id, revoked_at }: PublicLink) {
  const row = await IS_CANCELLED.one(conn, object_id)
  if (row?.is_cancelled)
    throw new Problem('archived', {
      message: row.is_replaced
        ? 'This invoice was corrected. Another one takes its place; what you paid counts for it.'
        : 'This invoice was cancelled. There is nothing to pay on it.',
    })
  if (!row || revoked_at !== null) throw new Problem('tokenInvalid')
}

// A sent invoice has its number and all of its amounts.
const sent = (value: string | null) => value ?? ''

function amountsOf(invoice: Invoice) {
  const { invoice_date, due_date, discounted_date, period_start, period_end, ppd_state } = invoice
  return {
    invoice_number: sent(invoice.invoice_number),
    invoice_date,
    due_date,
    discounted_date,
    period_start,
    period_end,
    discounted_total: sent(invoice.discounted_total),
    undiscounted_total: sent(invoice.undiscounted_total),
    discounted_total_this_period: sent(invoice.discounted_total_this_period),
    undiscounted_total_this_period: sent(invoice.undiscounted_total_this_period),
    gst_if_discounted: sent(invoice.gst_if_discounted),
    gst_if_not: sent(invoice.gst_if_not),
    opening_balance: sent(invoice.opening_balance),
    balance: sent(invoice.balance),
    ppd_state,
  }
}
