import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Scope } from '#server/kit/database/database.ts'
import { schedules } from '#server/schedule.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Jobs that look after every organisation in turn, when one of them cannot be looked after.
let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

// A working day, after seven in the morning.
const clock = { now: () => new Date('2026-11-17T21:00:00Z') }
// It restores the whole installation, which is nobody's turn.
const others = schedules.filter(({ job }) => job.name !== 'drill-backup')

test('no job of the clock ends with the first organisation whose turn fails', async () => {
  const [first, second] = world.organisations
  const akahu = { url: 'http://127.0.0.1:9', appToken: 'app', appSecret: null, webhookKey: null }
  const ended: string[] = []
  const turned: string[] = []
  for (const { job, payload } of others) {
    const asked = new Set<number | null>()
    const database = outOfOrder(world.database, asked)
    const context = jobContext(
      { ...world, database },
      { clock, config: { ...world.config, akahu } },
    )
    await job.run(context, payload).catch(() => undefined)
    if (asked.has(first)) turned.push(job.name)
    if (asked.has(first) && !asked.has(second)) ended.push(job.name)
  }
  expect(ended).toEqual([])
  expect(turned.length).toBeGreaterThan(25)
})

/** Nothing of any organisation can be reached; who asked for what is noted. */
function outOfOrder(database: Database, asked: Set<number | null>): Database {
  const refuse = ({ organisation_id }: Scope): undefined => {
    if (!organisation_id) return
    asked.add(organisation_id)
    throw new Error('out of order')
  }
  return {
    ...database,
    read: async (where, fn) => refuse(where) ?? database.read(where, fn),
    write: async (where, fn, opening) => refuse(where) ?? database.write(where, fn, opening),
    patient: async (where, fn, opening) => refuse(where) ?? database.patient(where, fn, opening),
    single: async (where, fn) => refuse(where) ?? database.single(where, fn),
    dedicated: async (where, ms) => refuse(where) ?? database.dedicated(where, ms),
  }
}
