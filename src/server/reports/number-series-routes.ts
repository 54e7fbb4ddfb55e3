import {
  fixedReason,
  type GivenNumbers,
  numberAt,
  numberSeries,
  type SeriesName,
  type SeriesStand,
  seriesNames,
  seriesProblem,
} from '#domain/identity/number-series.ts'
import { numberSeriesCalls, type ShownSeries } from '#domain/identity/number-series-calls.ts'
import type { SettingChange } from '#domain/identity/setting-changes.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, type Statement, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const STARTED = sql<SeriesStand>`select name, prefix, next_value::float8 as next_value from series`
const HOLD = sql<SeriesStand, [name: SeriesName]>`
  select name, prefix, next_value::float8 as next_value from series where name = $1 for update`
// Until the first number is asked for there is no row to change.
const BEGIN = sql<never, [organisation_id: number | null, ...SeriesStandValues]>`
  insert into series (organisation_id, name, prefix, next_value) values ($1, $2, $3, $4)
  on conflict do nothing`
const STORE = sql<never, SeriesStandValues>`
  update series set prefix = $2, next_value = $3 where name = $1`
type SeriesStandValues = [name: SeriesName, prefix: string, next_value: number]

// Those that were deleted count as given.
const givenIn = (table: string, column: string) => {
  const [rows, number] = [{ fragment: table }, { fragment: column }]
  return fragment`
    select (select ${number} from ${rows} where ${number} is not null
        order by id desc limit 1) as latest,
      (select max(substr(${number}, length($1) + 1)::bigint)::float8 from ${rows}
        where starts_with(lower(${number}), lower($1))
          and substr(${number}, length($1) + 1) ~ '^[0-9]{1,15}$') as highest`
}
type NumbersStatement = Statement<GivenNumbers, [prefix: string]>
const CUSTOMERS: NumbersStatement = sql`${givenIn('customers', 'customer_number')}`
const CONTRACTS: NumbersStatement = sql`${givenIn('contracts', 'contract_number')}`
const PROPOSALS: NumbersStatement = sql`${givenIn('proposals', 'proposal_number')}`
const INVOICES: NumbersStatement = sql`${givenIn('invoices', 'invoice_number')}`
const ADJUSTMENTS: NumbersStatement = sql`${givenIn('adjustments', 'adjustment_number')}`
const STATEMENTS: NumbersStatement = sql`${givenIn('commissionstatements', 'statement_number')}`
const GIVEN: Record<SeriesName, NumbersStatement> = {
  customer_number: CUSTOMERS,
  contract_number: CONTRACTS,
  proposal_number: PROPOSALS,
  invoice_number: INVOICES,
  adjustment_number: ADJUSTMENTS,
  commission_number: STATEMENTS,
}

const CHANGES = sql<SettingChange & { name: SeriesName }, [organisation_id: number | null]>`
  select h.id, c.name, c.told -> 0 as from, c.told -> 1 as to, h.created_at as at,
    case when h.impersonator_name is null then h.actor_name
      else h.impersonator_name || ' as ' || h.actor_name end as by
  from history h cross join lateral jsonb_each(h.changes) c (name, told)
  where h.organisation_id = $1 and h.object_class = 'numberseries' order by h.id desc limit 200`

/** Every series, also those whose first number nobody has asked for. */
async function standing(conn: Conn): Promise<SeriesStand[]> {
  const started = await STARTED.all(conn)
  return seriesNames.map((name) => {
    const { prefix, first } = numberSeries[name]
    return started.find((one) => one.name === name) ?? { name, prefix, next_value: first }
  })
}

async function shown(conn: Conn, organisation_id: number | null): Promise<ShownSeries[]> {
  const changes = await CHANGES.all(conn, organisation_id)
  const rows: ShownSeries[] = []
  for (const held of await standing(conn)) {
    const latest = (await GIVEN[held.name].one(conn, held.prefix))?.latest ?? null
    const told = changes.filter(({ name }) => name === held.name)
    rows.push({
      ...held,
      fixed: fixedReason(held.name, latest),
      changes: told.map(({ name: _, ...change }) => change),
    })
  }
  return rows
}

async function updateSeries(
  ctx: Context,
  conn: Conn,
  { name, ...asked }: CheckedOf<typeof numberSeriesCalls.update>,
) {
  const { organisation_id } = ctx.actor
  const { prefix, first } = numberSeries[name]
  await BEGIN.run(conn, organisation_id, name, prefix, first)
  // From here on nobody takes a number of it until this is stored.
  const held = await HOLD.one(conn, name)
  if (!held) throw new Error(`There is no series of ${name}.`)
  const { prefix: begins = held.prefix, next_value = held.next_value } = asked
  const wanted = { name, prefix: begins, next_value }
  const given = await GIVEN[name].one(conn, wanted.prefix)
  const fixed = fixedReason(name, given?.latest ?? null)
  if (fixed) throw notPossible('change', `i${fixed.slice(1, -1)}`)
  const others = (await standing(conn)).filter((one) => one.name !== name)
  const problem = seriesProblem(wanted, held, { highest: given?.highest ?? null }, others)
  if (problem) throw badField(problem.field, problem.message)
  await STORE.run(conn, name, wanted.prefix, wanted.next_value)
  if (numberAt(wanted) !== numberAt(held))
    await recordHistory(conn, ctx, {
      object_class: 'numberseries',
      // A series has no id: the numbers are the organisation's.
      object_id: organisation_id ?? 0,
      action: 'update',
      changes: { [name]: [numberAt(held), numberAt(wanted)] },
    })
  const data = (await shown(conn, organisation_id)).find((one) => one.name === name)
  return { status: updated, data: data ?? null, message: `The next number is ${numberAt(wanted)}.` }
}

export const numberSeriesRoutes: Route[] = serve(numberSeriesCalls, {
  list: {
    run: async (ctx) => {
      const { organisation_id } = ctx.actor
      return { data: await ctx.database.read(scopeOf(ctx), (conn) => shown(conn, organisation_id)) }
    },
  },
  update: { write: updateSeries },
})
