import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staff } from '#domain/identity/staff.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { remindTasks } from '#server/tasks/remind-tasks-job.ts'
import { newCustomer, runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let aroha: number

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  const admin = await world.as('admin')
  await admin.post('/user/stepup', { password })
  aroha = (await makeRow(admin, staff, { name: 'Aroha', user_id: world.userIds.user })).id
})
afterAll(() => world.close())

async function made(client: Client, given: object = {}) {
  const reply = await client.put('/task', { subject: 'Ring the marae', ...given })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
const subjects = async (client: Client, list: string) =>
  (await client.get(`/tasks/${list}`)).body.data.map((row: { subject: string }) => row.subject)

describe('a task', () => {
  test('that is nobody’s is the task of whoever writes it down', async () => {
    expect(await made(user)).toMatchObject({ staff_id: aroha, task_status: 'open' })
    expect(await made(user, { role_name: 'manager' })).toMatchObject({ staff_id: null })
  })

  test('is a person’s or a role’s, not both', async () => {
    const both = { subject: 'Ring back', staff_id: aroha, role_name: 'admin' }
    const reply = await user.put('/task', both)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field: 'role_name' }])
  })

  test('hangs on a record of the organisation, which is answered by name', async () => {
    const customer = await newCustomer(user, { name: 'Rāpaki Marae' })
    const about = { reference_object: 'customer', reference_id: customer.id }
    const { id } = await made(user, about)
    const read = await user.get('/task', { id })
    expect(read.body.info.titles.customer).toEqual({ [customer.id]: 'Rāpaki Marae' })
    const listed = await user.get('/tasks', about)
    expect(listed.body.data.map((row: { id: number }) => row.id)).toEqual([id])
    expect(listed.body.info.titles.customer).toEqual({ [customer.id]: 'Rāpaki Marae' })
    const other = await world.as('other')
    const stolen = await other.put('/task', { subject: 'Not ours', ...about })
    expect(stolen.status).toBe(400)
    const half = await user.put('/task', { subject: 'Of what', reference_object: 'customer' })
    expect(half.body.errors).toMatchObject([{ field: 'reference_id' }])
    const told = await user.get('/customer/timeline', { id: customer.id, kinds: 'task' })
    expect(told.body.data[0].summary).toBe('Task “Ring the marae” created')
  })

  test('is done by somebody at a moment, and open again when it is not', async () => {
    const { id, version } = await made(user)
    const done = await accounting.post('/task/done', { id, version })
    expect(done.status, done.text).toBe(200)
    expect(done.body.data).toMatchObject({ task_status: 'done', done_by: 'accounting Test' })
    expect(done.body.data.done_at).not.toBeNull()
    expect((await user.post('/task/done', { id })).status).toBe(476)
    const open = await user.post('/task/reopen', { id })
    expect(open.body.data).toMatchObject({ task_status: 'open', done_by: null, done_at: null })
  })

  test('comes back from the bin as it went', async () => {
    const { id } = await made(user)
    await user.post('/task/done', { id })
    expect((await user.delete('/task', { id })).status).toBe(262)
    expect((await user.post('/task/restore', { id })).body.data.task_status).toBe('done')
  })
})

describe('the questions of the morning', () => {
  test('mine are the open ones with my name', async () => {
    const [mine, done, others] = ['Mine to do', 'Mine, and done', 'Somebody else’s']
    await made(user, { subject: mine })
    const { id } = await made(user, { subject: done })
    await user.post('/task/done', { id })
    await made(user, { subject: others, role_name: 'user' })
    const found = await subjects(user, 'mine')
    expect(found).toContain(mine)
    expect(found).not.toContain(done)
    expect(found).not.toContain(others)
    expect((await manager.get('/tasks/mine')).body.data).toEqual([])
  })

  test('a role’s are for whoever holds it, and for the next higher where nobody does', async () => {
    const subject = 'Pay the network'
    await made(user, { subject, role_name: 'accounting' })
    expect(await subjects(accounting, 'role')).toContain(subject)
    expect(await subjects(manager, 'role')).not.toContain(subject)
    await scope(world.owner, world.organisations[0])
    const leave = (is_disabled: boolean) =>
      world.owner.query(`update users set is_disabled = $1 where username = 'accounting'`, [
        is_disabled,
      ])
    await leave(true)
    expect(await subjects(manager, 'role')).toContain(subject)
    await leave(false)
  })

  test('overdue is what was due before today', async () => {
    const today = todayOf(world)
    await made(user, { subject: 'Due today', due_date: today })
    await made(user, { subject: 'Due yesterday', due_date: addDays(today, -1) })
    const found = await subjects(user, 'overdue')
    expect(found).toContain('Due yesterday')
    expect(found).not.toContain('Due today')
  })
})

describe('a reminder', () => {
  let read = 0
  /** Those that came since the last look. */
  const mails = async () => {
    const { rows } = await world.owner.query<{ mail_to: string; subject: string }>(
      `select mail_to, subject from letters where subject like 'Reminder: %' order by id`,
    )
    const fresh = rows.slice(read)
    read = rows.length
    return fresh.map((row) => `${row.mail_to}: ${row.subject}`)
  }

  test('goes once to the person on its day, and again when the day is moved', async () => {
    const today = todayOf(world)
    const { id } = await made(user, { subject: 'Read the meter', reminder_date: today })
    await made(user, { subject: 'Not yet', reminder_date: addDays(today, 1) })
    await runJob(world, remindTasks)
    await runJob(world, remindTasks)
    expect(await mails()).toEqual(['user@example.co.nz: Reminder: Read the meter'])
    const { version } = (await user.get('/task', { id })).body.data
    await user.post('/task', { id, version, reminder_date: addDays(today, 1) })
    world.clock.advance(86_400_000)
    await runJob(world, remindTasks)
    user = await world.as('user')
    expect((await mails()).sort()).toEqual([
      'user@example.co.nz: Reminder: Not yet',
      'user@example.co.nz: Reminder: Read the meter',
    ])
  })

  test('of a role goes to all who hold it, as each of them wants to be told', async () => {
    const reminder_date = todayOf(world)
    const of = (subject: string) => made(user, { subject, reminder_date, role_name: 'admin' })
    await of('Sign the letter')
    await of('Renew the domain')
    await world.owner.query(
      `update users set notification_mode = 'combined' where username = 'admin'`,
    )
    await world.owner.query(`update users set notification_mode = 'none' where username = 'padmin'`)
    await runJob(world, remindTasks)
    expect(await mails()).toEqual(['admin@example.co.nz: Reminder: 2 tasks'])
  })

  test('is not sent for what is done', async () => {
    const { id } = await made(user, { reminder_date: todayOf(world) })
    await user.post('/task/done', { id })
    await runJob(world, remindTasks)
    expect(await mails()).toEqual([])
  })
})
