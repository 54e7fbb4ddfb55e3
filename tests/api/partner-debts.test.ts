import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeNzbn } from '#domain/kit/nzbn.ts'
import { warnDebts } from '#server/commissions/warn-debts-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { dayIn } from '#tests/support/days.ts'
import { readReport } from '#tests/support/reporting.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The office decided so' }

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

async function pass(given: { days?: number; months?: number }) {
  const today = Temporal.PlainDate.from(todayOf(world))
  world.clock.stopAt(new Date(`${today.add(given)}T00:00:00Z`))
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
}

test('partners’ performance is of now: what goes back is no longer in it', async () => {
  const { partner_id, pay } = await office.begun({ partner_rate_standard: '10' })
  const payment = await pay(inTime)
  const asked = { name: 'partners', from: '2026-01-01', to: dayIn(0) }
  const told = async () =>
    (await readReport(office.manager, asked)).rows.find(({ key }) => key === String(partner_id))
      ?.values
  expect(await told()).toMatchObject({
    commission: '2.60',
    base: '26.04',
    cleared: 1,
    owed: '0.00',
  })
  await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
  expect(await told()).toMatchObject({ commission: '0.00', base: '0.00', cleared: 0 })
})

test('a partner has an NZBN with its checksum, and without one tax is asked about', async () => {
  const nzbn = makeNzbn('942904711802')
  const partner_id = await office.newPartner({ nzbn, email: 'a@example.co.nz' })
  const wrong = await office.manager.put('/partner', { name: 'Wrong', nzbn: '9429047118020' })
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'nzbn'])
  const other = await office.newPartner({ email: 'b@example.co.nz' })
  const warnings = async (id: number) =>
    (await office.accounting.post('/commissionstatement/new', { partner_id: id })).body.data
      .warnings
  const asks = expect.stringContaining('Neither an NZBN nor a percentage')
  expect(await warnings(partner_id)).not.toContainEqual(asks)
  expect(await warnings(other)).toContainEqual(asks)
})

test('who owes us for six months is a task, once for each debt, and done when it is gone', async () => {
  const partner_id = await office.newPartner({ email: 'debtor@example.co.nz' })
  const earned = async (amount: string) => {
    const reply = await office.manager.put('/commission', { partner_id, amount, ...because })
    expect(reply.status, reply.text).toBe(201)
    await pass({ days: 1 })
    const sent = await office.manager.post('/partner/commission/send', { id: partner_id })
    expect(sent.status, sent.text).toBe(202)
    return sent.body.data
  }
  const tasks = async () => {
    await runJob(world, warnDebts)
    await scope(world.owner, world.organisations[0])
    const found = await world.owner.query(
      `select id, subject, task_status from tasks where cause like 'partner owes %' order by id`,
    )
    return found.rows
  }
  expect(await earned('-50.00')).toMatchObject({ carried: '-50.00', to_pay: '0.00' })
  await pass({ months: 5 })
  // Another one in between makes the debt smaller, and not younger.
  expect(await earned('10.00')).toMatchObject({ carried: '-40.00' })
  expect(await tasks()).toEqual([])
  await pass({ months: 1 })
  const [task, ...others] = await tasks()
  expect(others).toEqual([])
  expect(task).toMatchObject({ task_status: 'open' })
  expect(task.subject).toContain('owes us $40.00 since')
  await done(office.accounting, '/task/done', { id: task.id })
  expect(await tasks()).toMatchObject([{ task_status: 'done' }])
  await world.owner.query(`update tasks set task_status = 'open' where id = $1`, [task.id])
  expect(await earned('100.00')).toMatchObject({ to_pay: '60.00', carried: '0.00' })
  expect(await tasks()).toMatchObject([{ id: task.id, task_status: 'done' }])
})
