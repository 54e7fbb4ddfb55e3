import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/kit/database/database.ts'
import { toldError } from '#server/kit/database/told-error.ts'
import { wordsOf } from '#server/kit/start/shutdown.ts'
import { keepLogs } from '#server/upkeep/keep-logs-job.ts'
import { runJob } from '#tests/support/billing.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const CANARY = 'mere.kahu@example.nz'

// Each fails inside PostgreSQL with what somebody typed in its message or its detail.
const failing: [string, unknown[]][] = [
  ['select $1::integer', [CANARY]],
  ['select $1::date', [CANARY]],
  ['select $1::jsonb', [`{"a": ${CANARY}}`]],
  ['select $1::timestamptz', ['2026-13-45 mere.kahu']],
  ['select 1 / length($1) from (select set_config($1, $1, true)) x', [`${CANARY}.`]],
  ['insert into roles (name, name) values ($1, $1)', [CANARY]],
  [
    'insert into organisations (name) select $1 from generate_series(1, 0) union select null',
    [CANARY],
  ],
  ['insert into key_checks (name, sealed) values ($1, $1), ($1, $1)', [CANARY]],
]

// Shows: T23, R36, V16.2.5, V16.3.4
test.each(failing)(
  'the log of %s says where it failed and nothing of what was typed',
  async (sql, values) => {
    const error: unknown = await world.owner.query(sql, values).catch((caught: unknown) => caught)
    if (!(error instanceof Error)) throw new Error(`${sql} did not fail.`)
    const told = JSON.stringify(toldError(error))
    expect(told).not.toContain('mere.kahu')
    expect(told).not.toContain('2026-13-45')
    // Nor does what the server prints when it ends by it.
    expect(wordsOf(error)).not.toMatch(/mere\.kahu|2026-13-45/)
    expect(toldError(error).code).toMatch(/^\w{5}$/)
  },
)

async function parts(table: string): Promise<string[]> {
  const { rows } = await world.owner.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function note(table: 'request_logs' | 'security_events', at: string) {
  const [columns, values] =
    table === 'request_logs'
      ? ['request_id, request, status, success, server_timing', `'r', 'GET /x', 200, true, 1`]
      : ['event', `'sign_in'`]
  await world.owner.query(
    `insert into ${table} (${columns}, created_at) values (${values}, '${at}')`,
  )
}

const noted = async (table: string) =>
  (
    await world.owner.query<{ at: string }>(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM') as at from ${table} group by 1 order by 1`,
    )
  ).rows.map(({ at }) => at)

test('logs lie month by month, and a month that has had its time goes as a whole', async () => {
  const today = world.clock.now().toISOString().slice(0, 7)
  // As the owner, who alone may name days that have not come.
  const database = openDatabase({ url: world.ownerUrl, max: 1 })
  const keep = () => runJob({ clock: world.clock, database }, keepLogs)
  await runJob(world, keepLogs)
  for (let month = 0; month < 30; month++) {
    const at = world.clock.now().toISOString()
    await note('request_logs', at)
    await note('security_events', at)
    world.clock.advance(31 * 86_400_000)
    await keep()
  }
  await database.close()
  const kept = await noted('request_logs')
  // Half a year, and the month it begins in.
  expect(kept.length).toBeGreaterThanOrEqual(5)
  expect(kept.length).toBeLessThanOrEqual(7)
  const events = await noted('security_events')
  expect(events.length).toBeGreaterThanOrEqual(23)
  expect(events.length).toBeLessThanOrEqual(25)
  expect([...kept, ...events]).not.toContain(today)
  expect((await parts('request_logs')).length).toBeLessThan(12)
  const rest = await world.owner.query('select from request_logs_rest')
  expect(rest.rowCount).toBe(0)
})

const refused = /not kept by this|has not come|permission denied|must be owner/

// Shows: T24, V16.4.2
test('the server cannot drop what is younger than thirty days, nor another table', async () => {
  const scope = { organisation_id: null, user_id: null }
  for (const call of [
    `select keep_logs('request_logs', current_date, 3)`,
    `select keep_logs('users', current_date, 3000)`,
    `select keep_logs('security_events', '2999-01-01', 30)`,
    'delete from security_events',
    'drop table security_events_rest',
    'update request_logs_rest set status = 200',
  ]) {
    const tried = world.database.write(scope, (conn) => conn.query(call))
    await expect(tried, call).rejects.toThrow(refused)
  }
  const { rows } = await world.owner.query(
    `select has_function_privilege('public', 'keep_logs(text, date, integer)', 'execute') as may`,
  )
  expect(rows).toEqual([{ may: false }])
})
