import { atLeast } from '#domain/access/role.ts'
import type { PartnerCount } from '#domain/commissions/commission-calls.ts'
import { partnerAmountsCsv } from '#domain/commissions/partner-amounts-csv.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { partner } from '#domain/partners/partner.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { csvName } from '#server/kit/http/csv.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { textAnswer } from '#server/kit/print/pdf-answer.ts'
import { broughtOn } from './partner-customers.ts'
import { OWED_BESIDE } from './statement-facts.ts'

const TODAY = fragment`$1::text::date`
const CUSTOMERS = sql<{ partner_id: number; customers: number }, [today: string]>`
  select p.id as partner_id, count(distinct x.customer_id)::int as customers
  from partners p left join (${broughtOn(TODAY)}) x on x.partner_id = p.id
  where p.deleted_at is null group by p.id order by p.id`

const EARNED = sql<{ partner_id: number; earned: string }>`
  select partner_id, sum(amount)::numeric(14,2)::text as earned from commissions
  where commission_status = 'accrued' group by partner_id`

interface Stated {
  partner_id: number
  /** What was stated, with its GST, and is not paid yet. */
  unpaid: string
  carried: string
  last_statement: PartnerCount['last_statement']
}

// A statement’s sum is that of its entries, which is asked every night: adding up statements is
// quick where a partner has a hundred thousand entries.
const STATED = sql<Stated>`
  select s.partner_id, sum(s.sum + ${OWED_BESIDE})::numeric(14,2)::text as unpaid,
    coalesce(sum(s.carried) filter (where s.settled_by_id is null), 0)::numeric(14,2)::text
      as carried,
    (array_agg(json_build_object('id', s.id, 'number', s.statement_number,
      'sent_date', s.sent_date) order by s.id desc))[1] as last_statement
  from commissionstatements s where s.statement_status in ('sent', 'paid', 'cleared')
    and s.deleted_at is null group by s.partner_id`

/** Customers of partners; below accounting their amounts are neither looked up nor sent. */
export async function countCustomers(ctx: Context): Promise<Answer<PartnerCount[]>> {
  const data = await ctx.database.read(scopeOf(ctx), (conn) => countsOf(ctx, conn))
  return { data }
}

const NAMES = sql<{ id: number; name: string }>`
  select id, name from partners where deleted_at is null`

/** The same as a file. */
export async function exportCounts(ctx: Context) {
  const [counts, partners] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([countsOf(ctx, conn), NAMES.all(conn)]),
  )
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  const text = partnerAmountsCsv(counts, (id) => names.get(id) ?? '')
  const name = csvName(partner, ctx.clock.now())
  return textAnswer(text, { name, type: 'text/csv; charset=utf-8' })
}

async function countsOf(ctx: Context, conn: Conn): Promise<PartnerCount[]> {
  const maySeeAmounts = atLeast(ctx.actor.role, 'accounting')
  const [counts, earned, stated] = await Promise.all([
    CUSTOMERS.all(conn, todayOf(ctx)),
    maySeeAmounts ? EARNED.all(conn) : [],
    maySeeAmounts ? STATED.all(conn) : [],
  ])
  const sums = new Map(earned.map((one) => [one.partner_id, one.earned]))
  const statements = new Map(stated.map((one) => [one.partner_id, one]))
  return counts.map((one) =>
    maySeeAmounts ? { ...one, ...amountsOf(one.partner_id, sums, statements) } : one,
  )
}

function amountsOf(
  partner_id: number,
  sums: ReadonlyMap<number, string>,
  statements: ReadonlyMap<number, Stated>,
): Omit<PartnerCount, 'partner_id' | 'customers'> {
  const earned = sums.get(partner_id) ?? '0.00'
  const {
    unpaid = '0.00',
    carried = '0.00',
    last_statement = null,
  } = statements.get(partner_id) ?? {}
  const owed = toDecimalString(sumCents([cents(earned), cents(unpaid)]))
  return { earned, carried, owed, last_statement }
}
