import {
  comparedKey,
  fixedReason,
  numberAt,
  numberSeries,
  prefixAsked,
  prefixShape,
  type SeriesChange,
  type SeriesName,
  type SeriesStand,
  seriesNames,
  seriesProblem,
  standsLeft,
} from '#domain/identity/number-series.ts'
import { numberSeriesCalls, type ShownSeries } from '#domain/identity/number-series-calls.ts'
import type { SettingChange } from '#domain/identity/setting-changes.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { prefixKey } from '#domain/kit/number-key.ts'
import { badField, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const STARTED = sql<SeriesStand>`select name, prefix, next_value::float8 as next_value from series`
const HOLD = sql<SeriesStand, [name: SeriesName]>`
  select name, prefix, next_value::float8 as next_value from series where name = $1 for update`
// Two who change series wait for one another: else both could choose the same prefix.
const TAKE_TURNS = sql`select pg_advisory_xact_lock(hashtext('numberseries'), scope_organisation()::int)`
// Until the first number is asked for there is no row to change.
const BEGIN = sql<never, [organisation_id: number | null, ...SeriesStandValues]>`
  insert into series (organisation_id, name, prefix, next_value) values ($1, $2, $3, $4)
  on conflict do nothing`
const STORE = sql<never, SeriesStandValues>`
  update series set prefix = $2, next_value = $3 where name = $1`
type SeriesStandValues = [name: SeriesName, prefix: string, next_value: number]

const numberedIn = {
  customer_number: ['customers', 'customer_number'],
  contract_number: ['contracts', 'contract_number'],
  proposal_number: ['proposals', 'proposal_number'],
  invoice_number: ['invoices', 'invoice_number'],
  adjustment_number: ['adjustments', 'adjustment_number'],
  commission_number: ['commissionstatements', 'statement_number'],
} as const satisfies Record<SeriesName, [table: string, column: string]>

// Those that were deleted count as given.
const LATEST_OF_EACH = {
  fragment: seriesNames
    .map((name) => [name, ...numberedIn[name]])
    .map(
      ([name, table, column]) => `select '${name}' as name, (select ${column} from ${table}
        where ${column} is not null order by id desc limit 1) as number`,
    )
    .join(' union all '),
}
const LATEST = sql<{ name: SeriesName; number: string | null }>`${LATEST_OF_EACH}`

const NUMBERS_OF_ONE = {
  fragment: seriesNames
    .map((name) => [name, ...numberedIn[name]])
    .map(([name, table, column]) => `select ${column} from ${table} where $1 = '${name}'`)
    .join(' union all '),
}
// They are looked for among all of them: only where a series is changed. What begins a number goes as
// far as its last letter; what stands between the figures behind it says nothing.
const HIGHEST = sql<{ prefix: string; value: number }, [name: SeriesName]>`
  select head as prefix, max(regexp_replace(tail, '[^0-9]', '', 'g')::float8) as value
  from (${NUMBERS_OF_ONE}) numbers (number)
    cross join lateral (select regexp_replace(number, '[0-9][^A-Za-z#]*$', '') as head) begun
    cross join lateral (select substr(number, length(head) + 1) as tail) ended
  where tail <> '' and length(regexp_replace(tail, '[^0-9]', '', 'g')) <= 15
  group by head`

const CHANGES = sql<SettingChange & SeriesChange, [organisation_id: number | null]>`
  select h.id, c.name, c.told -> 0 as from, c.told -> 1 as to, h.created_at as at,
    case when h.impersonator_name is null then h.actor_name
      else h.impersonator_name || ' as ' || h.actor_name end as by
  from history h cross join lateral jsonb_each(h.changes) c (name, told)
  where h.organisation_id = $1 and h.object_class = 'numberseries' order by h.id desc limit 1000`

/** Every series, also those whose first number nobody has asked for. */
async function standing(conn: Conn): Promise<SeriesStand[]> {
  const started = await STARTED.all(conn)
  return seriesNames.map((name) => {
    const { prefix, first } = numberSeries[name]
    return started.find((one) => one.name === name) ?? { name, prefix, next_value: first }
  })
}

async function shown(conn: Conn, organisation_id: number | null): Promise<ShownSeries[]> {
  const [stands, fixed, changes] = [
    await standing(conn),
    await fixedReasons(conn),
    await CHANGES.all(conn, organisation_id),
  ]
  return stands.map((held) => ({
    ...held,
    fixed: fixed.get(held.name) ?? null,
    changes: changes.flatMap(({ name, ...change }) => (name === held.name ? [change] : [])),
  }))
}

/** Why series cannot be changed any more, by their names. */
async function fixedReasons(conn: Conn): Promise<Map<SeriesName, string | null>> {
  const latest = await LATEST.all(conn)
  return new Map(latest.map(({ name, number }) => [name, fixedReason(name, number)]))
}

/** The highest number that is compared as one of the series. */
async function highestOf(conn: Conn, stand: SeriesStand): Promise<number | null> {
  const found = await HIGHEST.all(conn, stand.name)
  const alike = found.filter((one) => prefixKey(one.prefix) === comparedKey(stand))
  return alike.reduce<number | null>((most, { value }) => Math.max(most ?? 0, value), null)
}

async function updateSeries(
  ctx: Context,
  conn: Conn,
  { name, ...asked }: CheckedOf<typeof numberSeriesCalls.update>,
) {
  const { organisation_id } = ctx.actor
  const { prefix, first } = numberSeries[name]
  await TAKE_TURNS.run(conn)
  await BEGIN.run(conn, organisation_id, name, prefix, first)
  // From here on nobody takes a number of it until this is stored.
  const held = await HOLD.one(conn, name)
  if (!held) throw new Error(`There is no series of ${name}.`)
  const { prefix: begins = held.prefix, next_value = held.next_value } = asked
  const wanted = { name, prefix: begins, next_value }
  if (begins !== held.prefix && !prefixShape.test(begins)) throw badField('prefix', prefixAsked)
  const fixed = (await fixedReasons(conn)).get(name)
  if (fixed) throw notPossible('change', `i${fixed.slice(1, -1)}`)
  const highest = await highestOf(conn, wanted)
  const left = standsLeft((await CHANGES.all(conn, organisation_id)).toReversed())
  const problem = seriesProblem(wanted, highest, [...(await standing(conn)), ...left])
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
