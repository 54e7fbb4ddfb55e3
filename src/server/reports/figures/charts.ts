import type { Exact } from '#domain/kit/decimal.ts'
import type {
  ChartName,
  ChartPoint,
  DashboardChart,
} from '#domain/reports/figures/dashboard-calls.ts'
import type { FigureSet } from '#domain/reports/figures/figure.ts'
import { type DaySpan, monthsTo } from '#domain/reports/figures/figure-facts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type KeptDays, keptDays } from './kept-days.ts'
import type { ByDay } from './live-amounts.ts'

const MONTHS = 13

/** Which charts stand under the cards of a set. */
const chartsOf: Record<FigureSet, readonly ChartName[]> = {
  work: ['use'],
  money: ['ageing', 'discounts'],
  business: ['billed', 'margin'],
  system: [],
}

/** Amounts by day, asked for once each, whoever needs them. */
export interface DaySource {
  of(source: ByDay): Promise<KeptDays>
}

// Use is compared with the year before; ninety days lie in five months at most.
const monthsOf: Partial<Record<ByDay, number>> = { use: MONTHS + 12, clearing: 5 }

/** Thirteen months of kept days, unless a source is asked for others. */
export function daySource(conn: Conn, today: string): DaySource {
  const asked = new Map<ByDay, Promise<KeptDays>>()
  return {
    of(source) {
      const known = asked.get(source)
      if (known) return known
      const months = monthsOf[source] ?? MONTHS
      const from = monthsTo(today, months)[0] ?? today
      const found = keptDays(conn, source, { from, to: today })
      asked.set(source, found)
      return found
    },
  }
}

export async function chartsFor(
  conn: Conn,
  set: FigureSet,
  today: string,
  days: DaySource,
): Promise<DashboardChart[]> {
  const months = monthsTo(today, MONTHS).map(monthFrom)
  return Promise.all(
    chartsOf[set].map(async (name) => ({
      name,
      points: await points[name]({ conn, today, months, days }),
    })),
  )
}

interface ChartQuestion {
  conn: Conn
  today: string
  months: readonly DaySpan[]
  days: DaySource
}

const points: Record<ChartName, (asked: ChartQuestion) => Promise<ChartPoint[]>> = {
  use: async ({ months, days }) => {
    const use = await days.of('use')
    return months.map((month) => usePoint(use, month))
  },
  ageing: async ({ conn, today }) => AGEING.all(conn, today),
  discounts: async ({ months, days }) => {
    const books = await days.of('books')
    return months.map((month) => ({
      of: month.from,
      value: money(books.sumOf(month, ['discount_taken'])),
      beside: money(books.sumOf(month, ['discount_lost'])),
    }))
  },
  billed: async ({ months, days }) => {
    const [books, received] = await Promise.all([days.of('books'), days.of('received')])
    return months.map((month) => ({
      of: month.from,
      value: money(books.sumOf(month, ['billed'])),
      beside: money(received.sumOf(month, ['received'])),
    }))
  },
  margin: async ({ months, days }) => {
    const margin = await days.of('margin')
    return months.map((month) => ({
      of: month.from,
      value: money(margin.sumOf(month, ['margin'])),
    }))
  },
}

function usePoint(use: KeptDays, month: DaySpan): ChartPoint {
  const all = use.sumOf(month, ['measured', 'estimated'])
  const estimated = use.sumOf(month, ['estimated'])
  const before = monthFrom(Temporal.PlainDate.from(month.from).subtract({ years: 1 }).toString())
  return {
    of: month.from,
    value: all.toFixed(0),
    beside: use.sumOf(before, ['measured', 'estimated']).toFixed(0),
    estimated_share: all.gt(0) ? estimated.div(all).toFixed(4) : '0',
  }
}

// Bars of what is owed by how long it has been due; together they are what is owed to us.
const AGEING = sql<ChartPoint, [today: string]>`
  select x.of, coalesce(o.value, 0)::numeric(14,2)::text as value
  from (values (0, 'Not due'), (1, '1–30 days'), (2, '31–60 days'), (3, '61–90 days'),
    (4, 'Over 90 days')) x (place, of)
  left join (select case when late > 90 then 4 else greatest(ceil(late / 30.0), 0) end as place,
      sum(balance) as value
    from (select coalesce($1::date - due_date, 0) as late, sum(balance) as balance
      from openitems group by due_date) i
    group by 1) o on o.place = x.place
  order by x.place`

function monthFrom(first: string): DaySpan {
  const last = Temporal.PlainDate.from(first).add({ months: 1 }).subtract({ days: 1 })
  return { from: first, to: last.toString() }
}

const money = (amount: InstanceType<typeof Exact>) => amount.toFixed(2)
