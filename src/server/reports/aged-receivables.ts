import { accounts } from '#domain/books/postings.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { agedSums, ages, creditSums } from '#domain/reports/aged.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import { standingOn } from './figures/standing.ts'
import {
  asKnown,
  COUNTS,
  monthKey,
  type ReportQuestion,
  type ReportSource,
} from './report-source.ts'

interface DebtorName {
  customer_id: number
  customer_number: string | null
  customer: string
}

interface OwedItem extends DebtorName {
  /** Of the two the one that it is; neither for credit. */
  invoice_id: number | null
  adjustment_id: number | null
  number: string | null
  due_date: string | null
  is_held: boolean
  amount: string
}

type Moment = [booked_to: string, known_at: string]

// What the books say of a day as they were at a moment, item by item. The dates of documents change
// when they are held and released: the history tells what they were.
const ITEMS_THEN = sql<OwedItem, Moment>`
  select x.customer_id, c.customer_number, c.name as customer, x.invoice_id, x.adjustment_id,
    coalesce(i.invoice_number, d.adjustment_number) as number,
    case when i.id is not null then ${asKnown('invoice', 'i', 'due_date', 'date')}
      else ${asKnown('adjustment', 'd', 'due_date', 'date')} end as due_date,
    coalesce(case when i.id is not null then ${asKnown('invoice', 'i', 'is_held', 'boolean')}
      else ${asKnown('adjustment', 'd', 'is_held', 'boolean')} end, false) as is_held,
    x.amount::text
  from (select a.customer_id, a.invoice_id, a.adjustment_id, sum(a.amount) as amount
    from accounttransactions a where a.account = ${accounts.receivables} and ${COUNTS}
    group by a.customer_id, a.invoice_id, a.adjustment_id having sum(a.amount) <> 0) x
  left join customers c on c.id = x.customer_id
  left join invoices i on i.id = x.invoice_id
  left join adjustments d on d.id = x.adjustment_id`

const CREDIT_THEN = sql<OwedItem, Moment>`
  select x.customer_id, c.customer_number, c.name as customer, null::bigint as invoice_id,
    null::bigint as adjustment_id, null::text as number, null::date as due_date,
    false as is_held, x.amount::text
  from (select a.customer_id, -sum(a.amount) as amount from accounttransactions a
    where a.account = ${accounts.customerCredit} and ${COUNTS}
    group by a.customer_id having sum(a.amount) <> 0) x
  left join customers c on c.id = x.customer_id`

// The same for now, from what is kept of every open item: no sums over all that ever was.
const ITEMS_NOW = sql<OwedItem>`
  select o.customer_id, c.customer_number, c.name as customer, o.invoice_id, o.adjustment_id,
    o.number, o.due_date, o.is_held, o.balance::text as amount
  from (${OPEN_ITEMS}) o join customers c on c.id = o.customer_id`

// How late an item is at most to stand in a column, and at least: later than that of the one before.
const AGE_SUMS: Fragment = {
  fragment: ages
    .map(({ name, latest }, place) => {
      const before = ages[place - 1]
      const bounds = [
        ...(before ? [`o.late > ${before.latest}`] : []),
        ...(latest === Number.MAX_SAFE_INTEGER ? [] : [`o.late <= ${latest}`]),
      ]
      return `sum(o.balance) filter (where not o.is_held and ${bounds.join(' and ')})::text as ${name}`
    })
    .join(',\n    '),
}

const ageColumns = [...ages.map(({ name }) => name), 'held'] as const
type OwingCustomer = { customer_id: number } & Record<(typeof ageColumns)[number], string | null>

// Where nobody asks for the items, they are put into their columns before they are read, and whose
// they are is asked of those that are shown: the names of all took as long as their sums.
const CUSTOMERS_NOW = sql<OwingCustomer, [as_at: string]>`
  select o.customer_id, sum(o.balance) filter (where o.is_held)::text as held, ${AGE_SUMS}
  from (select x.customer_id, x.balance, coalesce(x.is_held, false) as is_held,
      coalesce($1::date - x.due_date, 0) as late from (${OPEN_ITEMS}) x) o
  group by o.customer_id`

const NAMES = sql<DebtorName, [customer_ids: readonly number[]]>`
  select id as customer_id, customer_number, name as customer from customers where id = any($1)`

const CREDIT_NOW = sql<OwedItem>`
  select c.id as customer_id, c.customer_number, c.name as customer, null::bigint as invoice_id,
    null::bigint as adjustment_id, null::text as number, null::date as due_date,
    false as is_held, c.account_credit::text as amount
  from customers c where c.account_credit <> 0`

/** What customers owe by age on a day: the open items and what is free, customer by customer. */
export const receivables: ReportSource = async (conn, asked) => {
  const { booked_to, known_at, isNow } = asked
  const [owed, credits, books] = await Promise.all([
    owedFacts(conn, asked),
    isNow ? CREDIT_NOW.all(conn) : CREDIT_THEN.all(conn, booked_to, known_at),
    standingOn(conn, asked, [accounts.receivables, accounts.customerCredit]),
  ])
  const facts = [...owed, ...credits.map((credit) => creditFact(credit))]
  const report = sumCents(facts.map(({ sums }) => wholeCents(sums.total ?? 0)))
  return { facts, agrees: { report, books }, ...(isOfCustomers(asked) && { keysOf: customerKeys }) }
}

function isOfCustomers({ isNow, group, narrowed }: ReportQuestion): boolean {
  return isNow && group === 'customer' && !narrowed
}

async function customerKeys(conn: Conn, keys: readonly string[]): Promise<GroupKey[]> {
  return (await NAMES.all(conn, keys.map(Number))).map(customerKey)
}

async function owedFacts(conn: Conn, asked: ReportQuestion): Promise<ReportFact[]> {
  const { booked_to, known_at, as_at, isNow } = asked
  if (isOfCustomers(asked)) return (await CUSTOMERS_NOW.all(conn, as_at)).map(owingFact)
  const items = isNow ? await ITEMS_NOW.all(conn) : await ITEMS_THEN.all(conn, booked_to, known_at)
  return items.map((item) => owedFact(item, asked))
}

function owingFact(owing: OwingCustomer): ReportFact {
  const columns = ageColumns.map((name) => [name, cents(owing[name] ?? '0.00')] as const)
  const total = sumCents(columns.map(([, owed]) => owed))
  return {
    keys: { customer: { key: String(owing.customer_id), name: '' } },
    sums: { ...Object.fromEntries(columns), total },
  }
}

function owedFact(item: OwedItem, { as_at }: ReportQuestion): ReportFact {
  const { invoice_id, adjustment_id, due_date, is_held } = item
  const owed = cents(item.amount)
  const record = invoice_id ? `i${invoice_id}` : `a${adjustment_id}`
  return {
    keys: {
      customer: customerKey(item),
      month: monthKey(due_date),
      item: {
        key: record,
        name: item.number ?? 'Without a number',
        detail: `${item.customer}${due_date ? `, due ${formatDayShort(due_date)}` : ''}`,
        to: invoice_id
          ? `/app/invoice/edit?id=${invoice_id}`
          : `/app/adjustment?id=${adjustment_id}`,
      },
    },
    sums: agedSums({ owed, due_date, is_held }, as_at),
  }
}

function creditFact(credit: OwedItem): ReportFact {
  return {
    keys: {
      customer: customerKey(credit),
      month: { key: '', name: 'Credit' },
      item: {
        key: `c${credit.customer_id}`,
        name: 'Credit',
        detail: credit.customer,
        to: `/app/customer/details?id=${credit.customer_id}`,
      },
    },
    sums: creditSums(cents(credit.amount)),
  }
}

const customerKey = ({ customer_id, customer, customer_number }: DebtorName) => ({
  key: String(customer_id),
  name: customer,
  detail: customer_number,
  to: `/app/customer/details?id=${customer_id}`,
})
