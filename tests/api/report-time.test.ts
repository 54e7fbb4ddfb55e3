import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports } from '#domain/reports/report-list.ts'
import { isOutOfTime } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { ReportSource } from '#server/reports/report-source.ts'
import { runReport } from '#server/reports/run-report.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const HURRY = sql<never, [ms: string]>`select set_config('statement_timeout', $1, true)`
const WORK = sql<never>`select pg_sleep(0.2)`
const TIME = sql<{ ms: number }>`
  select setting::int as ms from pg_settings where name = 'statement_timeout'`

/** A report that takes longer than it is given, so many times; it tells what it was given. */
function slowSource(times: number): { source: ReportSource; given: number[] } {
  const given: number[] = []
  const source: ReportSource = async (conn) => {
    given.push((await TIME.one(conn))?.ms ?? 0)
    if (given.length <= times) await HURRY.run(conn, '20')
    await WORK.run(conn)
    return { facts: [] }
  }
  return { source, given }
}

const asked = () => {
  const ctx = systemContext(jobContext(world), world.organisations[0], 'test')
  const run = (source: ReportSource) =>
    runReport(ctx, reports.receivables, source, { name: 'receivables' })
  return run
}

test('a report that passes the time of a call is run anew with a minute', async () => {
  const { source, given } = slowSource(1)
  expect((await asked()(source)).rows).toEqual([])
  expect(given).toEqual([5000, 60_000])
})

test('a report that has its time is run once, and one that passes a minute is refused', async () => {
  const quick = slowSource(0)
  await asked()(quick.source)
  expect(quick.given).toEqual([5000])
  const endless = slowSource(2)
  const refusal = await asked()(endless.source).catch((error: unknown) => error)
  expect(isOutOfTime(refusal)).toBe(true)
  expect(endless.given).toHaveLength(2)
})

test('whoever waits for several statements hears which of them failed, and not that others did', async () => {
  const scope = { organisation_id: world.organisations[0] ?? 0, user_id: null }
  const refusal = await world.database
    .write(scope, async (conn) => {
      await HURRY.run(conn, '20')
      const later = async () => {
        await WORK.run(conn)
        return null
      }
      // The first is told of its failure a moment after the second has been told of its own.
      const first = later().then(() => later())
      await Promise.all([first, TIME.one(conn)])
    })
    .catch((error: unknown) => error)
  expect(isOutOfTime(refusal)).toBe(true)
})
