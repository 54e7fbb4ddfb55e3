import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dropReport, makeReport } from '#server/reports/make-report-job.ts'
import type { Client } from '#tests/support/client.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { workedExample } from '#tests/support/reporting.ts'
import { workOff } from '#tests/support/work-off.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const asked = { name: 'discounts', period: 'month', day: '2026-05-05', group: 'side' }
const dates = { invoice_date: '2026-05-05', due_date: '2026-05-20', discounted_date: '2026-05-20' }

let world: World
let manager: Client
beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2026-05-05T00:00:00Z'))
  manager = await world.as('manager')
  await workedExample(manager, { dates })
})
afterEach(() => world.owner.query('delete from reportruns'))
afterAll(() => world.close())

const read = (more: object = {}, client = manager) => client.get('/report', { ...asked, ...more })

/** While somebody holds what a report reads, it takes longer than anybody waits. */
async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  await world.owner.query('begin; lock table daytotals in access exclusive mode')
  try {
    return await work()
  } finally {
    await world.owner.query('rollback')
  }
}

async function onItsWay(): Promise<number> {
  const late = await whileHeld(() => read())
  expect(late.status, late.text).toBe(202)
  expect(late.body).toMatchObject({ data: [], message: expect.stringContaining('takes longer') })
  return late.body.info.job_id
}

test('a report that takes longer is made by a job, and says the same', async () => {
  const quick = await read()
  expect(quick.status).toBe(200)
  expect(quick.body.info.made_at).toBeNull()

  const job_id = await onItsWay()
  expect((await read({ job_id })).status).toBe(202)
  expect(await workOff(world, makeReport)).toBe(1)
  const made = await read({ job_id })
  expect(made.status, made.text).toBe(200)
  expect(made.body.data).toEqual(quick.body.data)
  expect(made.body.info.totals).toEqual(quick.body.info.totals)
  expect(made.body.info.agrees.difference).toBe('0.00')
  expect(made.body.info.made_at).not.toBeNull()
  expect((await read({ job_id, limit: 1, offset: 1 })).body.data).toEqual([made.body.data[1]])
})

test('whoever asks again is given what is on its way or was just made, unless it is to be anew', async () => {
  const job_id = await onItsWay()
  const again = await read()
  expect([again.status, again.body.info.job_id]).toEqual([202, job_id])
  expect(await workOff(world, makeReport)).toBe(1)
  const made = await read()
  expect(made.status).toBe(200)
  expect(made.body.info.made_at).not.toBeNull()
  expect((await read({ anew: '1' })).body.info.made_at).toBeNull()
  // Another question is another report.
  expect((await read({ group: 'month' })).body.info.made_at).toBeNull()
  await world.owner.query(`update reportruns set made_at = made_at - interval '11 minutes'`)
  expect((await read()).body.info.made_at).toBeNull()
})

test('it is for whoever asked, under its own name', async () => {
  const job_id = await onItsWay()
  await workOff(world, makeReport)
  const colleague = await world.as('accounting')
  expect((await read({ job_id }, colleague)).status).toBe(404)
  expect((await read({}, colleague)).body.info.made_at).toBeNull()
  expect((await read({ job_id, name: 'receivables' })).status).toBe(404)
  expect((await read({ job_id: 999_999 })).status).toBe(404)
  const reader = await world.as('user')
  expect((await read({ job_id }, reader)).status).toBe(403)
})

test('one that cannot be made says so, and is made when it is asked for again', async () => {
  const job_id = await onItsWay()
  const { rows } = await world.owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'make-report' and state = 'created' returning data`,
  )
  const payload = makeReport.payload.parse(rows[0]?.data)
  await world.owner.query('alter table daytotals rename to daytotals_away')
  try {
    await expect(makeReport.run(jobContext(world), payload)).rejects.toThrow()
    expect((await read({ job_id })).status, 'it is tried again').toBe(202)
    const last = jobContext(world, { isLastAttempt: true })
    await expect(makeReport.run(last, payload)).rejects.toThrow()
  } finally {
    await world.owner.query('alter table daytotals_away rename to daytotals')
  }
  expect((await read({ job_id })).status).toBe(503)
  expect((await read()).status).toBe(200)
})

test('what was made is gone after a while', async () => {
  const job_id = await onItsWay()
  await workOff(world, makeReport)
  await workOff(world, dropReport)
  expect((await read({ job_id })).status).toBe(404)
})
