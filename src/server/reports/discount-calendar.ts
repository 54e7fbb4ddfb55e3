import { formatDayShort } from '#domain/kit/calendar.ts'
import { type Cents, cents, toDecimalString } from '#domain/kit/money.ts'
import {
  calendarEnd,
  isLikelyToMiss,
  PAYMENTS_LOOKED_AT,
  payList,
} from '#domain/reports/discount-calendar.ts'
import type { ReportRow, ReportTable } from '#domain/reports/report.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface OpenBill {
  id: number
  number: string | null
  supplier: string | null
  last_day: string | null
  to_pay: string
  discount: string
}

const BILLS = sql<OpenBill, [today: string]>`
  select b.id, b.supplier_statement_number as number, s.name as supplier,
    b.supplier_due_date as last_day, b.balance::text as to_pay,
    (b.undiscounted_bill_sum - b.discounted_bill_sum)::text as discount
  from bills b left join suppliers s on s.id = b.supplier_id
  where b.bill_status in ('approved', 'invoiced') and b.deleted_at is null and not b.is_withheld
    and b.ppd_state = 'open' and b.balance > 0 and b.booked_as in ('cost', 'passed_on')
    and (b.supplier_due_date is null or b.supplier_due_date >= $1::date)
  order by b.supplier_due_date, b.id limit 5000`

interface OpenInvoice {
  id: number
  number: string | null
  customer: string
  last_day: string
  discount: string
  /** How long after the discount's day the last ones were paid, the newest first. */
  days_after: number[]
}

const INVOICES = sql<OpenInvoice, [today: string, last: string]>`
  select i.id, i.invoice_number as number, c.name as customer, i.discounted_date as last_day,
    (i.undiscounted_total_this_period - i.discounted_total_this_period)::text as discount,
    array(select h.days from (select x.cleared_at, (select max(p.payment_date) from allocations l
          join invoicepayments p on p.id = l.invoicepayment_id where l.invoice_id = x.id)
          - x.discounted_date as days
        from invoices x where x.customer_id = i.customer_id and x.deleted_at is null
          and x.invoice_status in ('cleared', 'paid')
          and x.discounted_total_this_period <> x.undiscounted_total_this_period) h
      where h.days is not null order by h.cleared_at desc
      limit ${PAYMENTS_LOOKED_AT}) as days_after
  from invoices i join customers c on c.id = i.customer_id
  where i.invoice_status = 'invoiced' and i.deleted_at is null and i.ppd_state = 'open'
    and not i.is_held and i.discounted_date between $1::date and $2::date
    and i.discounted_total_this_period <> i.undiscounted_total_this_period
  order by i.discounted_date, i.id limit 5000`

/** The next 30 days of both sides, and what to pay first where somebody says how much there is. */
export async function discountCalendar(
  conn: Conn,
  today: string,
  cash: Cents | null,
): Promise<ReportTable[]> {
  const last = calendarEnd(today)
  const [bills, invoices] = await Promise.all([
    BILLS.all(conn, today),
    INVOICES.all(conn, today, last),
  ])
  const near = bills.filter(({ last_day }) => last_day !== null && last_day <= last)
  const rows = [...near.map(billRow), ...invoices.map(invoiceRow)]
  return [
    {
      title: 'The next 30 days',
      about:
        'What a bill costs more when it is not paid by its day, and what customers may still take; likely to be missed by those whose last six payments mostly came after the day.',
      columns: [
        { name: 'ours', label: 'We lose', kind: 'money' },
        { name: 'theirs', label: 'Customers may take', kind: 'money' },
        { name: 'likely', label: 'Likely to be missed', kind: 'money' },
      ],
      rows: rows.sort((a, b) => (a.key < b.key ? -1 : 1)),
    },
    ...(cash === null ? [] : [payFirst(bills, cash)]),
  ]
}

const billRow = (one: OpenBill): ReportRow => ({
  key: `${one.last_day} b${one.id}`,
  name: one.number ?? `Bill ${one.id}`,
  detail: `${one.supplier ?? 'Without a supplier'}, pay by ${formatDayShort(one.last_day)}`,
  to: `/app/bill/edit?id=${one.id}`,
  values: { ours: one.discount, theirs: null, likely: null },
  before: null,
})

const invoiceRow = (one: OpenInvoice): ReportRow => ({
  key: `${one.last_day} i${one.id}`,
  name: one.number ?? `Invoice ${one.id}`,
  detail: `${one.customer}, until ${formatDayShort(one.last_day)}`,
  to: `/app/invoice/edit?id=${one.id}`,
  values: {
    ours: null,
    theirs: one.discount,
    likely: isLikelyToMiss(one.days_after) ? one.discount : null,
  },
  before: null,
})

function payFirst(bills: readonly OpenBill[], cash: Cents): ReportTable {
  const asked = bills.map((one) => ({
    ...one,
    to_pay: cents(one.to_pay),
    discount: cents(one.discount),
  }))
  return {
    title: 'What to pay first',
    about: `With $${toDecimalString(cash)}: the most discount per dollar comes first.`,
    columns: [
      { name: 'to_pay', label: 'To pay', kind: 'money' },
      { name: 'discount', label: 'Discount', kind: 'money' },
    ],
    rows: payList(asked, cash).map((one) => ({
      ...billRow({ ...one, to_pay: '', discount: '' }),
      key: `b${one.id}`,
      values: { to_pay: toDecimalString(one.to_pay), discount: toDecimalString(one.discount) },
    })),
  }
}
