import type { commissionKinds } from '#domain/commissions/commission.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { GroupKey, ReportFact, Samples, Sums } from '#domain/reports/report.ts'
import { inSetOf } from '#server/commissions/earners.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { receivables } from '#server/reports/aged-receivables.ts'
import type { ReportQuestion, ReportSource } from '#server/reports/report-source.ts'
import { type Days, dayOf, daysOf, duringDays, type Span, spanOf } from './on-days.ts'

/** Whose customer somebody is. */
interface PartnersCustomer {
  customer_id: number
  customer: string
  customer_number: string | null
  partner_id: number
  partner: string
  is_live: boolean
}

// A customer is counted once: with their own partner, else with the one whose part of a contract of
// theirs is the largest that day.
const ownPartner = (
  day: Fragment,
) => fragment`coalesce(c.partner_id, (select s.partner_id from contractpartners s
  join contracts k on k.id = s.contract_id and k.contract_status = 'active' and k.deleted_at is null
  where k.customer_id = c.id and s.deleted_at is null and ${inSetOf(day)}
  order by s.share_percent desc, s.id limit 1))`

const CUSTOMERS = sql<PartnersCustomer, [day: string]>`
  select c.id as customer_id, c.name as customer, c.customer_number, p.id as partner_id,
    p.name as partner, exists (select from contracts k where k.customer_id = c.id
      and k.deleted_at is null and k.contract_status in ('active', 'ended', 'cancelled')
      and k.date_start <= $1::text::date and (k.date_end is null or k.date_end >= $1::text::date
        or k.is_open_plan and k.contract_status = 'active')) as is_live
  from customers c join partners p on p.id = ${ownPartner(fragment`$1::text::date`)}
  where c.deleted_at is null`

interface MovedConnection {
  id: number
  connection: string
  contract_id: number
  customer_id: number
  partner_id: number
  partner: string
  day: string
  move: 'won' | 'lost'
}

// The very rows that the figures of the month count.
const MOVED = sql<MovedConnection, Span>`
  select m.id, m.connection, m.contract_id, m.customer_id, p.id as partner_id, p.name as partner,
    m.day::text, m.move
  from connectionmoves m join contracts k on k.id = m.contract_id
    join customers c on c.id = m.customer_id
    join partners p on p.id = coalesce(k.partner_id, ${ownPartner(fragment`$2::text::date`)})
  where m.day between $1::text::date and $2::text::date`

interface EarnedEntry {
  id: number
  kind: (typeof commissionKinds)[number]
  amount: string
  base_part: string | null
  earned_on: string
  partner_id: number
  partner: string
  customer_id: number | null
  customer: string | null
  invoice_id: number | null
  invoice_number: string | null
  contract_id: number | null
}

const ENTRIES = fragment`
  select m.id, m.kind, m.amount::text, m.base_part::text, m.earned_on::text, p.id as partner_id,
    p.name as partner, m.customer_id, c.name as customer, m.invoice_id, i.invoice_number,
    m.contract_id
  from commissions m join partners p on p.id = m.partner_id
    left join customers c on c.id = m.customer_id left join invoices i on i.id = m.invoice_id
    left join transactions t on t.id = m.transaction_id
  where m.deleted_at is null and m.earned_on between $1::text::date and $2::text::date`

// What was reversed is gone, and what is only expected is not there yet.
const EARNED = sql<EarnedEntry, Span>`${ENTRIES} and m.commission_status in ('accrued', 'stated')`

type Then = [...Days, as_at: string]

// As a day ($4) and a moment ($3) saw it: what was reversed after either of them counts. Nothing
// becomes of an entry any more once it is reversed.
const EARNED_THEN = sql<EarnedEntry, Then>`${ENTRIES}
  and coalesce(t.created_at, m.created_at) <= $3::timestamptz
  and (m.commission_status in ('accrued', 'stated') or m.commission_status = 'reversed'
    and (m.modified_at > $3::timestamptz or ${dayOf('m.modified_at')} > $4::text::date))`

interface ClearedInvoice {
  id: number
  invoice_number: string | null
  customer_id: number
  day: string
  days: number
}

const CLEARED = sql<ClearedInvoice, Span>`
  select i.id, i.invoice_number, i.customer_id, ${dayOf('i.cleared_at')}::text as day,
    ${dayOf('i.cleared_at')} - i.invoice_date as days
  from invoices i where i.invoice_status in ('cleared', 'paid') and i.deleted_at is null
    and ${duringDays('i.cleared_at')}`

/** What partners brought and earned, and how their customers pay, fact by fact. */
export const partners: ReportSource = async (conn, asked, ctx) => {
  if (!asked.isNow)
    return { facts: (await EARNED_THEN.all(conn, ...thenOf(asked))).map(earnedFact) }
  const days = spanOf(asked)
  const [, day] = days
  const customers = await CUSTOMERS.all(conn, day)
  const known = new Map(customers.map((one) => [one.customer_id, one]))
  const { facts: owed } = await receivables(conn, owedOn(asked, day), ctx)
  return {
    facts: [
      ...customers.filter(({ is_live }) => is_live).map(liveFact),
      ...(await MOVED.all(conn, ...days)).flatMap((one) => movedFact(one, known)),
      ...(await EARNED.all(conn, ...days)).map(earnedFact),
      ...(await CLEARED.all(conn, ...days)).flatMap((one) => clearedFact(one, known)),
      ...owed.flatMap((fact) => owedFact(fact, known)),
    ],
  }
}

const thenOf = (asked: ReportQuestion): Then => [...daysOf(asked), asked.as_at]

/** As it stood on the last of the days, item by item. */
function owedOn(asked: ReportQuestion, day: string): ReportQuestion {
  const isNow = asked.isNow && day >= asked.today
  const booked_to = isNow ? asked.booked_to : day
  return { ...asked, as_at: day, booked_to, isNow, group: 'item', narrowed: undefined }
}

type KnownCustomers = ReadonlyMap<number, PartnersCustomer>

interface PartnerFact {
  partner: Pick<PartnersCustomer, 'partner_id' | 'partner'>
  customer: Pick<PartnersCustomer, 'customer_id' | 'customer'> | null
  entry: GroupKey
  sums: Sums
  samples?: Samples
}

function factOf({ partner, customer, entry, sums, samples = {} }: PartnerFact): ReportFact {
  return {
    keys: {
      partner: { key: String(partner.partner_id), name: partner.partner },
      customer: customer
        ? { key: String(customer.customer_id), name: customer.customer }
        : { key: '', name: 'Without a customer' },
      entry,
    },
    sums,
    samples,
  }
}

const customerAddress = (id: number) => `/app/customer/details?id=${id}`

function liveFact(one: PartnersCustomer): ReportFact {
  const to = customerAddress(one.customer_id)
  const entry = { key: `c${one.customer_id}`, name: one.customer, detail: 'Live customer', to }
  return factOf({ partner: one, customer: one, entry, sums: { live: 1 } })
}

function movedFact(one: MovedConnection, known: KnownCustomers): ReportFact[] {
  const customer = known.get(one.customer_id) ?? null
  const entry = {
    key: `${one.move} ${one.id}`,
    name: one.connection,
    detail: `${humanise(one.move)} on ${formatDayShort(one.day)}`,
    to: `/app/contract?id=${one.contract_id}`,
  }
  return [factOf({ partner: one, customer, entry, sums: { [one.move]: 1 } })]
}

function earnedFact(one: EarnedEntry): ReportFact {
  const { invoice_id, contract_id, customer_id, partner_id } = one
  const amount = cents(one.amount)
  const sums =
    one.kind === 'clawback'
      ? { clawed_back: -amount }
      : { commission: amount, base: one.kind === 'ongoing' ? cents(one.base_part ?? '0') : 0 }
  const to = invoice_id
    ? `/app/invoice/edit?id=${invoice_id}`
    : contract_id
      ? `/app/contract?id=${contract_id}`
      : `/app/partner/edit?id=${partner_id}`
  const entry = {
    key: `e${one.id}`,
    name: one.invoice_number ?? `${humanise(one.kind)} ${one.id}`,
    detail: `${humanise(one.kind)}, earned on ${formatDayShort(one.earned_on)}`,
    to,
  }
  const customer = customer_id ? { customer_id, customer: one.customer ?? '' } : null
  return factOf({ partner: one, customer, entry, sums })
}

function clearedFact(one: ClearedInvoice, known: KnownCustomers): ReportFact[] {
  const customer = known.get(one.customer_id)
  if (!customer) return []
  const entry = {
    key: `i${one.id}`,
    name: one.invoice_number ?? `Invoice ${one.id}`,
    detail: `Cleared on ${formatDayShort(one.day)}, after ${one.days} days`,
    to: `/app/invoice/edit?id=${one.id}`,
  }
  const samples = { days_to_pay: [one.days] }
  return [factOf({ partner: customer, customer, entry, sums: { cleared: 1 }, samples })]
}

const lateColumns = ['days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const

function owedFact({ keys, sums }: ReportFact, known: KnownCustomers): ReportFact[] {
  const customer = known.get(Number(keys.customer?.key))
  const overdue = lateColumns.reduce((sum, name) => sum + (sums[name] ?? 0), 0)
  const owed = overdue + (sums.current ?? 0) + (sums.held ?? 0)
  if (!customer || !keys.item || owed === 0) return []
  return [factOf({ partner: customer, customer, entry: keys.item, sums: { owed, overdue } })]
}
