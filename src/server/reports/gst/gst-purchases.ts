import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type GstRates, gstTaxedAt } from '#domain/kit/gst.ts'
import { type Cents, cents, sumCents } from '#domain/kit/money.ts'
import { type GstDocument, taxedBy } from '#domain/reports/gst-boxes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { GstSpan } from './gst-supplies.ts'
import { type NamedDocument, named } from './named-document.ts'

interface TaxedEntry extends NamedDocument {
  gst: string
  taxed: string
  /** It books the GST of commissions, which were booked when they were earned. */
  is_statement: boolean
  /** What the commission statement says that the GST is on, where there is one. */
  stated: string | null
  /** What the bill or the statement says that it is taxed at, and the day of the entry. */
  percent: string | null
  day: string
}

const { energyCost, supplierDiscountLost, commissions, providerFees, bankFees } = accounts
/** What GST on purchases is on. */
export const TAXED = {
  fragment: [energyCost, supplierDiscountLost, commissions, providerFees, bankFees].join(', '),
}

const ENTRIES = sql<TaxedEntry, GstSpan>`
  select coalesce('b' || t.bill_id, 't' || coalesce(t.reverses_id, t.id)) as key,
    null::bigint as invoice_id, null::bigint as adjustment_id, t.bill_id,
    case when t.bill_id is null then coalesce(t.reverses_id, t.id) end as transaction_id,
    coalesce(b.supplier_statement_number, c.statement_number) as number,
    coalesce(s.name, p.name) as whose, coalesce(t.reason, t.event) as reason, c.id as statement_id,
    x.gst::text, x.taxed::text, x.is_statement,
    (case when t.event = ${ledgerEvents.commissionStatedBack} then -c.sum else c.sum end)::text
      as stated, coalesce(b.gst_percent, c.gst_percent)::text as percent,
    t.transaction_date as day
  from (select a.transaction_id,
      sum(a.amount) filter (where a.account = ${accounts.gstOnPurchases}) as gst,
      coalesce(sum(a.amount) filter (where a.account in (${TAXED})), 0) as taxed,
      bool_or(a.account = ${accounts.commissionsPayable})
        and not bool_or(a.account in (${TAXED})) as is_statement
    from accounttransactions a where a.transaction_id in (select g.transaction_id
        from accounttransactions g where g.account = ${accounts.gstOnPurchases}
          and g.transaction_date between $1::date and $2::date and g.created_at <= $3::timestamptz)
    group by a.transaction_id) x
  join transactions t on t.id = x.transaction_id
  left join bills b on b.id = t.bill_id
  left join commissionstatements c
    on c.id = substring(t.unique_key from '^commission statement ([0-9]+) ')::bigint
      and t.event in (${[ledgerEvents.commissionStated, ledgerEvents.commissionStatedBack]})
  left join partners p on p.id = c.partner_id
  left join suppliers s on s.id = coalesce(b.supplier_id, t.supplier_id)
  where x.taxed <> 0 or x.is_statement order by t.id`

/** What was bought in a period with GST on it, bill by bill; `isMeant` leaves some of it out. */
export async function purchasesOf(
  conn: Conn,
  span: GstSpan,
  rates: GstRates,
  isMeant: (entry: Pick<TaxedEntry, 'bill_id' | 'stated'>) => boolean = () => true,
): Promise<GstDocument[]> {
  const entries = (await ENTRIES.all(conn, ...span)).filter(isMeant)
  const documents = Map.groupBy(entries, (entry) => entry.key)
  return [...documents.values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const gst = sumCents(parts.map((part) => cents(part.gst)))
    const percent = gstTaxedAt(rates, first.percent, first.day)
    const amount = sumCents(parts.flatMap((part) => [cents(part.gst), taxedOf(part, percent)]))
    if (amount === 0 && gst === 0) return []
    return [{ ...named(first), box: 11 as const, amount, gst, percent, is_zero_rated: false }]
  })
}

function taxedOf({ gst, taxed, is_statement, stated }: TaxedEntry, percent: string): Cents {
  if (!is_statement) return cents(taxed)
  return stated === null ? taxedBy(cents(gst), percent) : cents(stated)
}
