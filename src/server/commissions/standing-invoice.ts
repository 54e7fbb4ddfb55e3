import { ledgerEvents } from '#domain/books/ledger-events.ts'
import type { BaseFacts } from '#domain/commissions/commission-base.ts'
import { DISCOUNTED } from '#server/books/posted-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

// Whether the rest of it was given up as a bad debt; a rest that was closed with a payment is none.
const BAD_DEBT = fragment`(coalesce(i.written_off, 0) > 0 and exists (select from transactions t
    where t.invoice_id = i.id and t.event = ${ledgerEvents.writeOff}
      and t.invoicepayment_id is null and t.amount > 0
      and not exists (select from transactions r where r.reverses_id = t.id)))`

/** What goodwill of ours settled of the invoice `i`. */
const GOODWILL = fragment`coalesce((select sum(a.amount) from allocations a
    join adjustments j on j.id = a.credit_adjustment_id and j.kind = 'goodwill'
    where a.invoice_id = i.id), 0)`

const BASE = fragment`coalesce(i.sent_terms ->> 'commission_base', 'service_fee')`

// What the margin report tells of the invoice `i`; nothing while none of its bills is booked. Only
// where the margin is shared out is it asked for.
const MARGIN = fragment`case when ${BASE} = 'margin' then
    (select m.margin::text from invoicemargins m where m.id = i.id) end`

/** Whether the customer's money for the invoice `i` is there. */
export const IS_EARNING = fragment`(i.invoice_status in ('cleared', 'paid')
  and i.deleted_at is null and not ${BAD_DEBT})`

/** How an invoice stands, as far as it decides what is earned by it; nothing while none is. */
const STANDS_AS = fragment`case when ${IS_EARNING} then
    concat_ws(' ', case when i.ppd_state = 'lost' then 'lost' else 'kept' end, ${GOODWILL}, ${MARGIN})
  else '' end`

const HAS_PARTNER = fragment`exists (select from contractpartners p
  where p.contract_id = i.contract_id and p.deleted_at is null)`

export interface LookedAtInvoice {
  id: number
  customer_id: number
  contract_id: number
  stands_as: string
}

/** Invoices of customers that do not stand as they did when they were last looked at. */
export const CHANGED = sql<LookedAtInvoice, [customer_ids: readonly number[]]>`
  select id, customer_id, contract_id, stands_as
  from (select i.id, i.customer_id, i.contract_id, ${STANDS_AS} as stands_as,
      coalesce(r.stood_as, '') as stood_as
    from invoices i left join commission_reviews r on r.invoice_id = i.id
    where i.customer_id = any($1) and i.contract_id is not null
      and (i.invoice_status in ('cleared', 'paid') or r.stood_as <> '') and ${HAS_PARTNER}) x
  where stands_as <> stood_as order by id`.named('commission_changes')

/** The contracts of those among invoices by whose margin partners earn. */
export const BY_MARGIN = sql<{ contract_id: number }, [invoice_ids: readonly number[]]>`
  select distinct i.contract_id from invoices i
  where i.id = any($1) and i.contract_id is not null and ${BASE} = 'margin' and ${HAS_PARTNER}`

/** The same of invoices that are looked at again whether or not they stand as before. */
export const NAMED = sql<LookedAtInvoice, [invoice_ids: readonly number[]]>`
  select i.id, i.customer_id, i.contract_id, ${STANDS_AS} as stands_as from invoices i
  where i.id = any($1) and i.contract_id is not null and ${HAS_PARTNER} order by i.id`

/** Every invoice that earns, a page at a time, for the nightly check. */
export const EARNING_AFTER = sql<
  LookedAtInvoice,
  [after_id: number, customer_ids: readonly number[] | null, count: number]
>`select i.id, i.customer_id, i.contract_id, ${STANDS_AS} as stands_as from invoices i
  where i.id > $1 and ($2::bigint[] is null or i.customer_id = any($2))
    and i.contract_id is not null and ${HAS_PARTNER}
    and (i.invoice_status in ('cleared', 'paid')
      or exists (select from commissions c where c.invoice_id = i.id))
  order by i.id limit $3`

/** What an invoice's base is made from, and the day whose terms count. */
export interface InvoiceFacts extends BaseFacts {
  id: number
  customer_id: number
  contract_id: number
  invoice_number: string | null
  /** The day whose terms and shares count. */
  day: string
  period_start: string | null
  date_start: string | null
}

const text = (column: string) => ({ fragment: `coalesce(i.${column}, 0)::numeric(14,2)::text` })

const FACTS = sql<InvoiceFacts, [invoice_ids: readonly number[]]>`
  select i.id, i.customer_id, i.contract_id, i.invoice_number, i.billing, ${DISCOUNTED} < 0 as is_credit,
    coalesce(i.period_end, i.invoice_date, i.invoiced_date) as day, i.period_start, k.date_start,
    ${BASE} as commission_base, coalesce(i.ppd_state = 'lost', false) as is_lost,
    coalesce(i.gst_percent, 0)::text as gst_percent,
    ${text('discounted_service_fee')} as discounted_service_fee,
    ${text('undiscounted_service_fee')} as undiscounted_service_fee,
    ${text('discounted_charges')} as discounted_charges, ${text('charges_sum')} as charges_sum,
    (coalesce(i.undiscounted_subtotal, 0) - coalesce(i.othercharges_total, 0))::numeric(14,2)::text
      as undiscounted_charges,
    ${text('charges_total')} as charges_total,
    ${GOODWILL}::numeric(14,2)::text as goodwill,
    ${MARGIN} as margin
  from invoices i join contracts k on k.id = i.contract_id
  where i.id = any($1) and coalesce(i.period_end, i.invoice_date, i.invoiced_date) is not null
  order by i.id`.named('commission_facts')

export async function invoiceFacts(
  conn: Pick<Conn, 'query'>,
  invoice_ids: readonly number[],
): Promise<InvoiceFacts[]> {
  return FACTS.all(conn, invoice_ids)
}
