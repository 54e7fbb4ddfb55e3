import { type DaySpan, unbilledDays } from '#domain/invoices/unbilled-days.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays, daysIn } from '#domain/kit/day-number.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { gstInsideOf } from '#domain/kit/figure.ts'
import { type Cents, cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import type { ReportFact } from '#domain/reports/report.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { BILLED_STATUSES, INVOICE_COUNTS } from '#server/runs/run-choice.ts'
import type { ReportSource } from './report-source.ts'

interface UnbilledContract {
  id: number
  contract_number: string | null
  customer_id: number
  customer: string
  supplier_id: number | null
  supplier: string | null
  connections: number
  date_start: string | null
  date_end: string | null
  billed_to_date: string | null
  billed_elsewhere_date: string | null
  billed: DaySpan[]
  last: { billing: string; charges: string; fee: string; gst_percent: string; days: number } | null
}

const LIVE = fragment`i.contract_id = k.id and ${INVOICE_COUNTS} and i.period_start is not null
  and i.period_end is not null`

// Contracts that run, or ended or were cancelled for a day of the last year, as runs bill them: what is
// older was settled in another way.
const CONTRACTS = sql<UnbilledContract, [as_at: string]>`
  select k.id, k.contract_number, k.customer_id, c.name as customer, k.supplier_id,
    s.name as supplier, greatest(1, cardinality(k.connections)) as connections, k.date_start,
    case when k.is_open_plan and k.contract_status = 'active' then null else k.date_end end as date_end,
    k.billed_to_date, k.billed_elsewhere_date,
    coalesce((select json_agg(json_build_object('from', i.period_start, 'to', i.period_end))
      from invoices i where ${LIVE}), '[]') as billed,
    (select json_build_object('billing', i.billing, 'charges', coalesce(i.charges_sum, 0)::text,
        'fee', coalesce(i.undiscounted_service_fee, 0)::text,
        'gst_percent', coalesce(i.gst_percent, 0)::text, 'days', i.period_end - i.period_start + 1)
      from invoices i where ${LIVE} and i.invoice_status in ('invoiced', 'cleared', 'paid')
      order by i.period_end desc, i.id desc limit 1) as last
  from contracts k join customers c on c.id = k.customer_id
  left join suppliers s on s.id = k.supplier_id
  where k.deleted_at is null and k.contract_status in (${BILLED_STATUSES})
    and (k.contract_status = 'active' or k.date_end > $1::date - 365) order by k.id`

/** The days of contracts that no invoice bills, and what they are worth by the last one. */
export const unbilled: ReportSource = async (conn, { as_at }) => {
  const contracts = await CONTRACTS.all(conn, as_at)
  return { facts: contracts.flatMap((one) => unbilledFact(one, as_at)) }
}

function unbilledFact(one: UnbilledContract, as_at: string): ReportFact[] {
  const spans = openSpans(one, as_at)
  const days = spans.reduce((sum, { from, to }) => sum + daysIn(from, to), 0)
  const [first] = spans
  if (days === 0 || !first) return []
  const key = (id: number | null, name: string | null) => ({
    key: String(id ?? ''),
    name: name ?? 'Without a supplier',
  })
  return [
    {
      keys: {
        contract: {
          key: String(one.id),
          name: one.contract_number ?? `Contract ${one.id}`,
          detail: `${one.customer}, from ${formatDayShort(first.from)}`,
          to: `/app/contract?id=${one.id}`,
        },
        customer: key(one.customer_id, one.customer),
        supplier: key(one.supplier_id, one.supplier),
      },
      sums: {
        contracts: 1,
        days: days * one.connections,
        never: one.last ? 0 : 1,
        worth: one.last ? worthOf(one.last, days) : 0,
      },
    },
  ]
}

function openSpans(one: UnbilledContract, as_at: string): DaySpan[] {
  // Without an invoice, what is billed was billed elsewhere.
  const elsewhere = one.billed.length > 0 ? one.billed_elsewhere_date : one.billed_to_date
  const firstDay = elsewhere ? addDays(elsewhere, 1) : one.date_start
  const until = one.date_end && one.date_end < as_at ? one.date_end : as_at
  return firstDay && firstDay <= until ? unbilledDays(firstDay, one.billed, until) : []
}

/** So many days at what one of the last invoice came to: our fee, and what was not split. */
function worthOf(last: NonNullable<UnbilledContract['last']>, days: number): Cents {
  const fee = cents(last.fee)
  const ownFee = wholeCents(fee - gstInsideOf(fee, last.gst_percent).cents)
  const ours = last.billing === 'split' ? ownFee : sumCents([cents(last.charges), ownFee])
  return round2(toDollars(ours).times(days).div(new Exact(last.days)))
}
