import { type Cents, cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { narrowedGroups } from '#domain/reports/narrowed.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import { type Span, withinMonth } from '#domain/reports/report-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { discountCalendar } from './discount-calendar.ts'
import { bookedAtStake, givenDiscounts, keptDiscounts } from './discount-facts.ts'
import { type DayAmount, keptMonths } from './figures/kept-days.ts'
import { monthKey, type ReportQuestion, type ReportSource, SEEN_THEN } from './report-source.ts'

type DiscountSpan = [booked_to: string, known_at: string, from: string, to: string]

/** A discount of a document; or all of a month, where nobody asks for documents. */
interface DiscountRow {
  id: number | null
  number: string | null
  whose: string | null
  day: string
  offered: string
  lost: string
}

interface OfferedDiscount extends DiscountRow {
  taken: string
  open: string
  is_granted: boolean
}

interface SupplierDiscount extends DiscountRow {
  is_earned: boolean
}

const ASKED = { from: fragment`$3::date`, to: fragment`$4::date` }
const GIVEN = givenDiscounts(ASKED, SEEN_THEN)
const KEPT = keptDiscounts(ASKED, SEEN_THEN)

const GIVEN_DOCUMENTS = sql<OfferedDiscount, DiscountSpan>`
  select g.id, g.number, c.name as whose, g.day, g.offered::text, g.taken::text, g.lost::text,
    g.open::text, g.is_granted
  from (${GIVEN}) g join customers c on c.id = g.customer_id order by g.id`

const GIVEN_MONTHS = sql<OfferedDiscount, DiscountSpan>`
  select null::bigint as id, null::text as number, null::text as whose, min(g.day) as day,
    sum(g.offered)::text as offered, sum(g.taken)::text as taken, sum(g.lost)::text as lost,
    sum(g.open)::text as open, g.is_granted
  from (${GIVEN}) g group by date_trunc('month', g.day), g.is_granted`

const KEPT_DOCUMENTS = sql<SupplierDiscount, DiscountSpan>`
  select k.id, k.number, s.name as whose, k.day, k.offered::text,
    k.lost::numeric(14,2)::text as lost, k.is_earned
  from (${KEPT}) k left join suppliers s on s.id = k.supplier_id order by k.id`

const KEPT_MONTHS = sql<SupplierDiscount, DiscountSpan>`
  select null::bigint as id, null::text as number, null::text as whose, min(k.day) as day,
    sum(k.offered)::text as offered, sum(k.lost)::numeric(14,2)::text as lost, k.is_earned
  from (${KEPT}) k group by date_trunc('month', k.day), k.is_earned`

const BOOKS = sql<{ open: string }, DiscountSpan>`
  select coalesce(sum(k.amount), 0)::numeric(14,2)::text as open
  from (${bookedAtStake(ASKED, SEEN_THEN)}) k`

const customers: GroupKey = { key: 'customers', name: 'Given to customers' }
const suppliers: GroupKey = { key: 'suppliers', name: 'Kept from suppliers' }

/** Discounts that were offered in a period on both sides, and what became of each. */
export const discounts: ReportSource = async (conn, question) => {
  const { isNow, cash, today, group, narrowed } = question
  const isByDocument = [group, ...narrowedGroups(narrowed)].includes('document')
  // Where a month is meant, nothing else is looked at.
  const month = narrowed?.find((part) => part.group === 'month')
  const asked = month ? { ...question, ...withinMonth(question, month.key) } : question
  const [found, tables] = await Promise.all([
    isNow && !isByDocument ? keptFacts(conn, asked) : askedFacts(conn, asked, isByDocument),
    // What lies ahead is asked of now alone.
    isNow ? discountCalendar(conn, today, cash) : [],
  ])
  const report = sumCents(found.facts.map(({ sums }) => wholeCents(sums.open ?? 0)))
  return { facts: found.facts, tables, agrees: { report, books: found.books } }
}

interface FoundDiscounts {
  facts: ReportFact[]
  /** What the books alone say is still open. */
  books: Cents
}

/** As a day and a moment saw them. */
async function askedFacts(
  conn: Conn,
  { booked_to, known_at, from, to }: ReportQuestion,
  isByDocument: boolean,
): Promise<FoundDiscounts> {
  const asked = [booked_to, known_at, from, to] as const
  const [given, kept] = isByDocument
    ? [GIVEN_DOCUMENTS, KEPT_DOCUMENTS]
    : [GIVEN_MONTHS, KEPT_MONTHS]
  const [offered, toUs, books] = await Promise.all([
    given.all(conn, ...asked),
    kept.all(conn, ...asked),
    BOOKS.one(conn, ...asked),
  ])
  const facts = [...offered.map(givenFact), ...toUs.map(keptFact)]
  return { facts, books: cents(books?.open ?? '0.00') }
}

/** From the sums that are kept of each day, whatever the number of documents. */
async function keptFacts(conn: Conn, span: Span): Promise<FoundDiscounts> {
  const [given, kept] = await Promise.all([
    keptMonths(conn, 'given', span),
    keptMonths(conn, 'kept', span),
  ])
  const facts = [...given.flatMap(givenSum), ...kept.flatMap(keptSum)]
  const booked = given.filter(({ key }) => key === 'booked')
  return { facts, books: sumCents(booked.map(({ amount }) => cents(amount))) }
}
function givenFact(one: OfferedDiscount): ReportFact {
  const given = cents(one.taken)
  return {
    keys: {
      side: customers,
      month: monthKey(one.day),
      ...(one.id !== null && {
        document: {
          key: `i${one.id}`,
          name: one.number ?? `Invoice ${one.id}`,
          detail: one.whose,
          to: `/app/invoice/edit?id=${one.id}`,
        },
      }),
    },
    sums: {
      offered: cents(one.offered),
      [one.is_granted ? 'granted' : 'taken']: given,
      given,
      lost: cents(one.lost),
      open: cents(one.open),
      net: -given,
    },
  }
}

/** What is kept of a month under one key; what the books say of it is no fact of its own. */
function givenSum({ day, key, amount }: DayAmount): ReportFact[] {
  const value = cents(amount)
  const isGiven = key === 'taken' || key === 'granted'
  const sums = { [key]: value, ...(isGiven && { given: value, net: -value }) }
  return key === 'booked' ? [] : [{ keys: { side: customers, month: monthKey(day) }, sums }]
}

function keptSum({ day, key, amount }: DayAmount): ReportFact {
  const value = cents(amount)
  const sums = { [`supplier_${key}`]: value, ...(key === 'kept' && { net: value }) }
  return { keys: { side: suppliers, month: monthKey(day) }, sums }
}

function keptFact(one: SupplierDiscount): ReportFact {
  const [offered, lost] = [cents(one.offered), cents(one.lost)]
  const rest = wholeCents(offered - lost)
  return {
    keys: {
      side: suppliers,
      month: monthKey(one.day),
      ...(one.id !== null && {
        document: {
          key: `b${one.id}`,
          name: one.number ?? `Bill ${one.id}`,
          detail: one.whose,
          to: `/app/bill/edit?id=${one.id}`,
        },
      }),
    },
    sums: {
      supplier_offered: offered,
      supplier_lost: lost,
      [one.is_earned ? 'supplier_kept' : 'supplier_open']: rest,
      net: one.is_earned ? rest : 0,
    },
  }
}
