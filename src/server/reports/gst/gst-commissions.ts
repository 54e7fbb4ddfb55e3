import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type GstRates, gstTaxedAt } from '#domain/kit/gst.ts'
import { cents, sumCents } from '#domain/kit/money.ts'
import type { GstDocument } from '#domain/reports/gst-boxes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { GstSpan } from './gst-supplies.ts'

const { commissionStated, commissionStatedBack, commissionPaid, commissionPaymentBack } =
  ledgerEvents

interface PaidStatement {
  id: number
  number: string
  partner: string
  sum: string
  gst: string
  percent: string
  day: string
}

// A statement that was carried is paid with the one that settles it. It counts once its GST is booked
// and its money has left, on the later of the two days; money that came back takes it out again.
const PAID_STATEMENTS = sql<PaidStatement, GstSpan>`
  with recursive entries as (
    select t.id, t.event, t.transaction_date as day,
      substring(t.unique_key from '^commission statement ([0-9]+) ')::bigint as statement_id
    from transactions t where t.created_at <= $3::timestamptz and t.event in (${[
      ...[commissionStated, commissionStatedBack, commissionPaid, commissionPaymentBack],
    ]})),
  taxed as (select e.statement_id, min(e.day) as day, sum(a.amount) as gst
    from entries e join accounttransactions a on a.transaction_id = e.id
      and a.account = ${accounts.gstOnPurchases}
    group by e.statement_id having sum(a.amount) <> 0),
  settled as (select c.id, c.id as payer, c.settled_by_id
    from commissionstatements c join taxed x on x.statement_id = c.id
    union all select s.id, c.id, c.settled_by_id
    from settled s join commissionstatements c on c.id = s.settled_by_id),
  paid as (select s.id, greatest(e.day, x.day) as day,
      case when e.event = ${commissionPaid} then 1 else -1 end as times
    from settled s join taxed x on x.statement_id = s.id
    join entries e on e.statement_id = s.payer
      and e.event in (${[commissionPaid, commissionPaymentBack]})
    where s.settled_by_id is null)
  select c.id, coalesce(c.statement_number, '') as number, p.name as partner,
    (c.sum * n.times)::numeric(14,2)::text as sum, (x.gst * n.times)::numeric(14,2)::text as gst,
    c.gst_percent::text as percent, x.day
  from (select id, sum(times) as times from paid
    where day between $1::date and $2::date group by id having sum(times) <> 0) n
  join commissionstatements c on c.id = n.id join taxed x on x.statement_id = c.id
  join partners p on p.id = c.partner_id order by c.id`

/** Partners' statements by the day their money left, for whoever returns GST on payments. */
export async function paidStatements(
  conn: Conn,
  span: GstSpan,
  rates: GstRates,
): Promise<GstDocument[]> {
  const paid = await PAID_STATEMENTS.all(conn, ...span)
  return paid.map((one) => ({
    box: 11,
    key: `s${one.id}`,
    name: one.number,
    detail: one.partner,
    to: `/app/commissionstatement?id=${one.id}`,
    amount: sumCents([cents(one.sum), cents(one.gst)]),
    gst: cents(one.gst),
    percent: gstTaxedAt(rates, one.percent, one.day),
    is_zero_rated: false,
  }))
}
