import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { forgivingEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Creditable, creditOf, leftToCredit } from '#domain/invoices/credit-note.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { InvoiceRequest } from '#domain/invoices/invoice-request.ts'
import { type Cents, cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { openingBalance } from '#server/books/opening-balance.ts'
import { DISCOUNTED, UNDISCOUNTED } from '#server/books/posted-invoice.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { CustomerRow } from '#server/pricing/price-sources.ts'
import { assembleInvoice, type Proposed } from './assemble-invoice.ts'
import type { KnownInvoice } from './stored-invoice.ts'

interface CreditedInvoice {
  invoice_number: string
  customer_id: number
  gst_percent: string
  is_sent: boolean
  total: string
  gst: string
  credited: string
  credited_gst: string
}

// What was waived or given up is not the customer's to get back.
const CREDITED = sql<CreditedInvoice, [id: number, own_invoice: number | null]>`
  select i.invoice_number, i.customer_id, coalesce(i.gst_percent, 0)::text as gst_percent,
    i.invoice_status in (${sentStatuses}) and i.deleted_at is null as is_sent,
    (case when i.ppd_state = 'lost' then ${UNDISCOUNTED} else ${DISCOUNTED} end
      + gone.amount)::numeric(14,2)::text as total,
    (case when i.ppd_state = 'lost' then i.gst_if_not else i.gst_if_discounted end
      - gone.gst)::numeric(14,2)::text as gst,
    coalesce(-given.amount, 0)::text as credited, coalesce(-given.gst, 0)::text as credited_gst
  from invoices i
  cross join lateral (select
      coalesce(sum(a.amount) filter (where a.account = ${accounts.receivables}), 0) as amount,
      coalesce(sum(a.amount) filter (where a.account = ${accounts.gst}), 0) as gst
    from transactions t join accounttransactions a on a.transaction_id = t.id
    where t.invoice_id = i.id and t.event in (${forgivingEvents})) gone
  cross join lateral (select sum(c.discounted_total_this_period) as amount,
      sum(c.gst_if_discounted) as gst
    from invoices c where c.credits_id = i.id and c.deleted_at is null
      and c.invoice_status <> 'cancelled' and c.id is distinct from $2) given
  where i.id = $1`

const HOLD = sql<{ id: number }, [id: number]>`
  select id from invoices where id = $1 for update`

const CREDITING = sql<{ name: string }, [invoice_id: number]>`
  select coalesce(invoice_number, 'a draft') as name from invoices
  where credits_id = $1 and deleted_at is null and invoice_status <> 'cancelled'
  order by id limit 1`

/** An invoice that gives back so much of another one, or all that is left of it. */
export async function proposeCredit(
  conn: Conn,
  { lines, ...request }: InvoiceRequest,
  sources: { today: string; customer: CustomerRow },
  known: KnownInvoice,
): Promise<Proposed> {
  const { today, customer } = sources
  if (lines) throw badField('lines', 'A credit note is one amount: it has no other lines.')
  const found = await creditedInvoice(conn, request, known.id)
  const { amount, gst } = creditOf(found.creditable, askedFor(request, found.creditable))
  const named = `Credit for invoice ${found.invoice_number}`
  const line = {
    name: request.credit_text || named,
    ...{ quantity: '-1', unit: 'each', discountable: false },
    rate: toDecimalString(wholeCents(amount - gst)),
  }
  const none = { discount_percent: '0', service_fee_percent: '0', late_payment_fee_amount: '0.00' }
  const asked = { ...request, ...none, gst_percent: found.gst_percent, lines: [line] }
  return assembleInvoice(asked, {
    ...{ today, customer, contract: null, bills: [], period: null, terms: null, charges: [] },
    ...{ use: null, supplier_rest: '0.00', credit_gst: toDecimalString(wholeCents(-gst)) },
    opening: await openingBalance(
      conn,
      { customer_id: customer.id, contract_id: null },
      today,
      known.id,
    ),
    split_collection: await settingOf(conn, 'split_collection'),
    gst_rates: await gstRatesOf(conn),
  })
}

/** Two credit notes for one invoice are made one after the other. */
export async function holdCredited(conn: Conn, id: number | null | undefined): Promise<void> {
  if (id) await HOLD.one(conn, id)
}

/** The invoice a credit note names must still be there, and come to as much. */
export async function refuseOverCredit(
  conn: Conn,
  action: string,
  row: Pick<Invoice, 'id' | 'credits_id' | 'discounted_total_this_period'>,
): Promise<void> {
  if (row.credits_id === null) return
  await holdCredited(conn, row.credits_id)
  const found = await CREDITED.one(conn, row.credits_id, row.id)
  if (!found?.is_sent)
    throw notPossible(action, 'the invoice it credits was taken back', 'Take it back as well.')
  const amount = wholeCents(-cents(row.discounted_total_this_period ?? '0.00'))
  const left = leftToCredit(creditableOf(found))
  if (amount > left)
    throw notPossible(action, `only ${formatMoney(left)} is left to credit`, 'Make it anew.')
}

/** What was given back of an invoice goes first, before the invoice itself is taken back. */
export async function refuseCredited(conn: Conn, action: string, id: number): Promise<void> {
  const credit = await CREDITING.one(conn, id)
  if (!credit) return
  throw notPossible(action, `${credit.name} credits it`, 'Take that credit note back first.')
}

async function creditedInvoice(
  conn: Conn,
  { credits_id, customer_id }: InvoiceRequest,
  ownInvoice: number | null,
) {
  const found = credits_id ? await CREDITED.one(conn, credits_id, ownInvoice) : undefined
  const isTheirs = found?.is_sent && found.customer_id === customer_id
  if (!isTheirs || cents(found.total) <= 0)
    throw badField('credits_id', 'Credit for: choose a sent invoice of this customer.')
  const creditable = creditableOf(found)
  if (leftToCredit(creditable) <= 0)
    throw badField('credits_id', 'Nothing is left to credit of that invoice.')
  return { ...found, creditable }
}

function creditableOf(found: CreditedInvoice): Creditable {
  const { total, gst, credited, credited_gst } = found
  return {
    total: cents(total),
    gst: cents(gst),
    credited: cents(credited),
    credited_gst: cents(credited_gst),
  }
}

function askedFor({ credit_amount }: InvoiceRequest, creditable: Creditable): Cents {
  const left = leftToCredit(creditable)
  const amount = credit_amount === undefined ? left : cents(credit_amount)
  if (amount <= 0) throw badField('credit_amount', 'Say how much is credited.')
  if (amount > left)
    throw badField('credit_amount', `At most ${formatMoney(left)} is left to credit.`)
  return amount
}
