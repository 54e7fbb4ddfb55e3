import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import type { InvoiceFacts, WholeInvoice } from '#domain/invoices/invoice-document.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { selectList, visibleColumns } from '#server/kit/rows/column.ts'

export interface FoundInvoice extends InvoiceFacts {
  /** The row as the office has it; what is printed takes its part of it. */
  invoice: WholeInvoice
  customer_id: number
  /** Where it goes to: the addresses kept for invoices, else the customer's own. */
  recipients: string[]
  opted_out: string[]
  /** Some customers are billed, and do not want the page. */
  receives_invoice: boolean
  byPost: boolean
}

const placeOf = (row: string) => ({
  fragment: ['name', 'street', 'suburb', 'city', 'postcode', 'email', 'phone']
    .map((column) => `'${column}', ${row}.${column}`)
    .join(', '),
})

const COLUMNS = { fragment: selectList(invoice, visibleColumns(invoice, 'padmin')) }

const FACTS = sql<Omit<FoundInvoice, 'invoice'> & { row: Invoice }, [id: number]>`
  select t.customer_id,
    (select row_to_json(r) from (
      select ${COLUMNS}) r) as row,
    json_build_object(${placeOf('o')}, 'trading_name', o.trading_name, 'gst_number', o.gst_number,
      'bank_account_name', o.bank_account_name, 'bank_account_number', o.bank_account_number)
      as organisation,
    json_build_object(${placeOf('c')}, 'customer_number', c.customer_number,
      'name_business', c.name_business, 'nzbn', c.nzbn) as customer,
    (select n.invoice_number from invoices n where n.id = t.credits_id) as credits,
    (select json_build_object('amount', p.amount_incl_gst::text, 'charge_date', p.charge_date,
      'account_ending', m.account_ending) from invoicepayments p
      left join mandates m on m.id = p.mandate_id
      where p.invoice_id = t.id and p.payment_status = 'pending' and p.cancel_asked_at is null
        and p.deleted_at is null) as collection,
    s.name as supplier, coalesce(k.connections, '{}') as connections,
    case when k.id is not null then json_build_object('contract_number', k.contract_number,
      'date_end', k.date_end, 'is_open_plan', k.is_open_plan) end as contract,
    c.receives_invoice, c.receive_mail_invoices as "byPost", e.recipients,
    (select coalesce(array_agg(lower(b.contact)), '{}') from messageblacklists b
      where lower(b.contact) = any(e.recipients) and b.type in ('email', 'all') and b.blocks = 'everything'
        and b.deleted_at is null) as opted_out
  from invoices t
  join organisations o on o.id = t.organisation_id
  join customers c on c.id = t.customer_id
  left join contracts k on k.id = t.contract_id
  left join suppliers s on s.id = t.supplier_id
  left join lateral (select case when cardinality(c.invoice_recipients) > 0
      then array(select lower(x) from unnest(c.invoice_recipients) x)
      else array_remove(array[lower(coalesce(c.email_invoice, c.email_primary, c.email))], null)
    end as recipients) e on true
  where t.id = $1`.named('invoice_facts')

/** Everything an invoice's page says. */
export async function invoiceFacts(conn: Conn, id: number): Promise<FoundInvoice> {
  const found = await FACTS.one(conn, id)
  if (!found) throw new Error(`Invoice ${id} is gone.`)
  const { row, ...facts } = found
  return { ...facts, invoice: row }
}

/** Its page as it went out, for a mail to carry along. */
export const invoicePage = ({ invoice: { invoice_number } }: FoundInvoice) =>
  ({ name: `Invoice-${invoice_number}.pdf`, isInvoicePage: true }) as const

/** Where mail about it may go: whoever opted out is left alone. */
export function openAddresses({ recipients, opted_out }: FoundInvoice): string[] {
  return recipients.filter((address) => !opted_out.includes(address))
}
