import { ledgerEvents, pairEvents, writeOffEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type GstRates, gstTaxedAt } from '#domain/kit/gst.ts'
import { cents } from '#domain/kit/money.ts'
import { type GstDocument, supplyBox } from '#domain/reports/gst-boxes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type NamedDocument, named } from './named-document.ts'

/** The days of a return, and the moment it was known at. */
export type GstSpan = [from: string, to: string, known_at: string]

interface Supply extends NamedDocument {
  amount: string
  gst: string
  is_first_booked: boolean
  credits_this_period: boolean
  is_zero_rated: boolean
  /** What the document says that it is taxed at, and the first day it was booked on here. */
  percent: string | null
  day: string
}

const { energyIncome, otherIncome, serviceFees, lateFees, supplierDiscountKept } = accounts
const INCOME = {
  fragment: [energyIncome, otherIncome, serviceFees, lateFees, supplierDiscountKept].join(', '),
}
const IN_PERIOD = fragment`a.transaction_date between $1::date and $2::date
  and a.created_at <= $3::timestamptz`

// What was kept of a pair is a supply of its own. An entry without a document is one with what takes
// it back; tax that is paid to Inland Revenue, or comes back, taxes nothing and is none.
const SUPPLIES = sql<Supply, GstSpan>`
  with booked as (
    select case when t.event in (${pairEvents}) then 'p' || t.invoice_id
        when t.invoice_id is not null then 'i' || t.invoice_id
        when t.adjustment_id is not null then 'a' || t.adjustment_id
        else 't' || coalesce(t.reverses_id, t.id) end as key,
      max(t.invoice_id) as invoice_id, max(t.adjustment_id) as adjustment_id,
      max(coalesce(t.reverses_id, t.id)) as transaction_id, min(a.transaction_date) as day,
      -sum(a.amount) as amount,
      coalesce(-sum(a.amount) filter (where a.account = ${accounts.gst}), 0) as gst,
      bool_or(a.account = ${accounts.gst}) and bool_or(a.account <> ${accounts.gst}) as is_taxed
    from accounttransactions a join transactions t on t.id = a.transaction_id
    where ${IN_PERIOD} and a.account in (${accounts.gst}, ${accounts.writtenOff}, ${INCOME})
      and t.event not in (${writeOffEvents})
    group by 1)
  select b.key, b.invoice_id, b.adjustment_id, null::bigint as bill_id,
    case when b.key like 't%' then b.transaction_id end as transaction_id,
    coalesce(i.invoice_number, d.adjustment_number) as number, c.name as whose, r.reason,
    b.amount::text, b.gst::text,
    case left(b.key, 1) when 'i' then ${firstOf(`t.event = '${ledgerEvents.invoiceSent}' and t.invoice_id = b.invoice_id`)}
      when 'p' then ${firstOf(`t.event = '${ledgerEvents.pairClosed}' and t.invoice_id = b.invoice_id`)}
      when 'a' then ${firstOf('t.adjustment_id = b.adjustment_id')}
      else r.transaction_date end between $1::date and $2::date as is_first_booked,
    coalesce(${firstOf(`t.event = '${ledgerEvents.invoiceSent}' and t.invoice_id = i.credits_id`)}
      between $1::date and $2::date, false) as credits_this_period,
    coalesce(i.gst_percent = 0, false) as is_zero_rated,
    coalesce(i.gst_percent, d.gst_percent)::text as percent, b.day
  from booked b left join invoices i on i.id = b.invoice_id
  left join adjustments d on d.id = b.adjustment_id
  left join transactions r on r.id = b.transaction_id
  left join customers c on c.id = coalesce(i.customer_id, d.customer_id, r.customer_id)
  where b.amount <> 0 and case left(b.key, 1) when 'a' then d.with_gst when 't' then b.is_taxed
    else true end
  order by b.key`

function firstOf(condition: string) {
  return {
    fragment: `(select min(t.transaction_date) from transactions t
      where ${condition} and t.created_at <= $3::timestamptz)`,
  }
}

interface BadDebt extends NamedDocument {
  percent: string | null
  day: string
  amount: string
  gst: string
}

const BAD_DEBTS = sql<BadDebt, GstSpan>`
  select 'w' || coalesce('i' || t.invoice_id, 'a' || t.adjustment_id) as key, t.invoice_id,
    t.adjustment_id, null::bigint as bill_id, null::bigint as transaction_id,
    max(coalesce(i.invoice_number, d.adjustment_number)) as number, max(c.name) as whose,
    null::text as reason, max(coalesce(i.gst_percent, d.gst_percent))::text as percent,
    min(a.transaction_date) as day,
    coalesce(-sum(a.amount) filter (where a.account = ${accounts.receivables}), 0)::text as amount,
    coalesce(sum(a.amount) filter (where a.account = ${accounts.gst}), 0)::text as gst
  from accounttransactions a join transactions t on t.id = a.transaction_id
  left join invoices i on i.id = t.invoice_id
  left join adjustments d on d.id = t.adjustment_id
  left join customers c on c.id = coalesce(i.customer_id, d.customer_id)
  where ${IN_PERIOD} and t.event in (${writeOffEvents})
    and a.account in (${accounts.receivables}, ${accounts.gst})
  group by t.invoice_id, t.adjustment_id
  having coalesce(sum(a.amount) filter (where a.account = ${accounts.gst}), 0) <> 0 order by 1`

/**
 * What a period supplied, by entry date, and what it did to the supplies of earlier ones; `isMeant`
 * leaves some of it out.
 */
export async function suppliesOf(
  conn: Conn,
  span: GstSpan,
  rates: GstRates,
  isMeant: (supply: Pick<Supply, 'key'>) => boolean = () => true,
): Promise<GstDocument[]> {
  const supplies = (await SUPPLIES.all(conn, ...span)).filter(isMeant)
  return supplies.map((one) => ({
    ...named(one),
    ...supplyBox({
      amount: cents(one.amount),
      gst: cents(one.gst),
      is_first_booked: one.is_first_booked,
      credits_this_period: one.credits_this_period,
    }),
    percent: gstTaxedAt(rates, one.percent, one.day),
    is_zero_rated: one.is_zero_rated,
  }))
}

/** What was given up of earlier supplies, and what came for it after all. */
export async function badDebtsOf(
  conn: Conn,
  span: GstSpan,
  rates: GstRates,
): Promise<GstDocument[]> {
  const debts = await BAD_DEBTS.all(conn, ...span)
  return debts.map((one): GstDocument => {
    const [amount, gst] = [cents(one.amount), cents(one.gst)]
    const isGivenUp = gst > 0
    return {
      ...named(one),
      box: isGivenUp ? 13 : 9,
      amount: isGivenUp ? amount : cents(one.amount.replace(/^-/, '')),
      gst: isGivenUp ? gst : cents(one.gst.replace(/^-/, '')),
      percent: gstTaxedAt(rates, one.percent, one.day),
      is_zero_rated: false,
    }
  })
}
