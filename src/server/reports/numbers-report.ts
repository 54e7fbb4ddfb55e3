import type { ReportFact } from '#domain/reports/report.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { ReportSource } from './report-source.ts'

interface GivenSeries {
  name: keyof typeof titles
  prefix: string
  first: number
  next_value: number
  given: number
}

// Documents with a number of the series, whatever became of them.
const NUMBERED = {
  fragment: `(select 'invoice_number' as series, id, invoice_number as number,
      invoice_status = 'cancelled' as is_cancelled from invoices where invoice_number is not null
    union all select 'adjustment_number', id, adjustment_number,
      adjustment_status = 'cancelled' from adjustments
    union all select 'commission_number', id, statement_number,
      statement_status = 'cancelled' from commissionstatements)`,
}
const COUNTED = {
  fragment: `(select s.name, s.prefix, s.next_value, n.id, n.number, n.is_cancelled,
      substr(n.number, length(s.prefix) + 1)::bigint as value
    from series s join ${NUMBERED.fragment} n on n.series = s.name
    where starts_with(n.number, s.prefix)
      and substr(n.number, length(s.prefix) + 1) ~ '^[0-9]{1,15}$')`,
}

const SERIES = sql<GivenSeries>`
  select name, prefix, min(value) as first, next_value,
    count(*) filter (where not is_cancelled)::int as given
  from ${COUNTED} c group by name, prefix, next_value order by name`

interface LoneNumber {
  name: GivenSeries['name']
  id: number | null
  number: string
}

const CANCELLED = sql<LoneNumber>`
  select name, id, number from ${COUNTED} c where is_cancelled order by name, value limit 10000`

const MISSING = sql<LoneNumber>`
  select s.name, null::bigint as id, s.prefix || n as number
  from (select name, prefix, min(value) as first, next_value from ${COUNTED} c
    group by name, prefix, next_value) s
  cross join lateral generate_series(s.first, s.next_value - 1) n
  where not exists (select from ${COUNTED} c where c.name = s.name and c.value = n) limit 10000`

const titles = {
  invoice_number: 'Invoices',
  adjustment_number: 'Adjustments',
  commission_number: 'Commission statements',
} as const
const addresses = {
  invoice_number: '/app/invoice/edit?id=',
  adjustment_number: '/app/adjustment?id=',
  commission_number: '/app/commissionstatement?id=',
} as const

/** The numbers of each series: how many stand, which were cancelled, and which are missing. */
export const numbers: ReportSource = async (conn) => {
  const [series, cancelled, missing] = await Promise.all([
    SERIES.all(conn),
    CANCELLED.all(conn),
    MISSING.all(conn),
  ])
  return {
    facts: [
      ...series.map(seriesFact),
      ...cancelled.map((one) => numberFact(one, { given: 1, cancelled: 1 })),
      ...missing.map((one) => numberFact(one, { gaps: 1 })),
    ],
  }
}

function seriesFact({ name, prefix, first, next_value, given }: GivenSeries): ReportFact {
  const range = `${prefix}${first} – ${prefix}${next_value - 1}`
  return {
    keys: {
      series: { key: name, name: titles[name], detail: range },
      number: { key: `${name} stand`, name: range, detail: 'All that stand' },
    },
    sums: { given },
  }
}

function numberFact({ name, id, number }: LoneNumber, sums: ReportFact['sums']): ReportFact {
  return {
    keys: {
      series: { key: name, name: titles[name] },
      number: {
        key: number,
        name: number,
        detail: id === null ? 'Missing' : 'Cancelled',
        to: id === null ? null : `${addresses[name]}${id}`,
      },
    },
    sums,
  }
}
