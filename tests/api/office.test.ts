import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { tellNews } from '#server/messaging/notices/tell-news-job.ts'
import { raiseComplaintTasks } from '#server/tasks/complaint-tasks-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { withMailboxes } from '#tests/support/mailboxes.ts'
import { messageCallsOf } from '#tests/support/ready-messages.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What the office is told of, whom it concerns, and who wants to know.
let world: World
let boxes: Awaited<ReturnType<typeof withMailboxes>>
let user: Client
let manager: Client
let admin: Client
let sequence = 0

beforeAll(async () => {
  world = await makeWorld()
  boxes = await withMailboxes(world)
  ;[user, manager, admin] = await Promise.all([
    world.as('user'),
    world.as('manager'),
    world.as('admin'),
  ])
})
beforeEach(() => settings({ notification_mode: 'none' }))
afterAll(async () => {
  await boxes.close()
  await world.close()
})

interface Settings {
  notification_mode?: 'individual' | 'combined' | 'none'
  notification_channel?: 'email' | 'sms' | 'none'
  notification_copy?: boolean
}

/** What everybody wants, or one of them. */
async function settings(wanted: Settings, username: string | null = null) {
  for (const [name, value] of Object.entries(wanted))
    await world.owner.query(
      `update users set ${name} = $1 where $2::text is null or username = $2`,
      [value, username],
    )
}

async function newCustomer() {
  sequence += 1
  const email = `rewa${sequence}@customers${sequence}.example`
  const { id, name } = await makeRow(manager, customer, { email })
  return { customer_id: id, name: String(name), email }
}

/** A mail by hand that has arrived at the customer's. */
async function sent(text_plain = 'Here they are.') {
  const known = await newCustomer()
  const words = { type: 'email', customer_id: known.customer_id, subject: 'Your rates', text_plain }
  const { id } = (await user.put('/message', words)).body.data
  expect((await user.post('/message/send', { id })).status).toBe(200)
  await boxes.send(id)
  return { ...known, id }
}

async function wrote({ email }: { email: string }, subject = 'A question') {
  await boxes.act('send', { from: email, to: boxes.office, subject, text: 'Kia ora koutou' })
  await boxes.read()
}

const inMinutes = (minutes: number) => ({
  now: () => new Date(world.clock.now().getTime() + minutes * 60_000),
})
const told = (minutes = 0) => tellNews.run(jobContext(world, { clock: inMinutes(minutes) }), {})

/** The notices for somebody, oldest first. */
async function noticesFor(person: string, about = ''): Promise<{ subject: string }[]> {
  const asked = { kind: 'notice', recipient: `${person}@example.co.nz`, order: 'id', limit: 200 }
  const rows: { subject: string; text_plain: string }[] =
    (await manager.get('/messages', asked)).body.data ?? []
  return rows.filter(({ subject, text_plain }) => `${subject} ${text_plain}`.includes(about))
}

describe('what does not leave', () => {
  test('is told to whoever wrote it, once, with the reason', async () => {
    await settings({ notification_mode: 'individual' })
    const { customer_id, email } = await newCustomer()
    const words = { type: 'email', customer_id, subject: 'Not for them', text_plain: 'Kia ora' }
    const { id } = (await user.put('/message', words)).body.data
    await user.post('/message/send', { id })
    await user.put('/messageblacklist', { contact: email, type: 'email' })
    await boxes.send(id)
    expect((await user.get('/message', { id })).body.data.status).toBe('blocked')
    await told()
    await told(5)
    const notices = await noticesFor('user', 'Not for them')
    expect(notices).toMatchObject([{ subject: 'Not sent: Not for them' }])
    expect(notices[0]).toMatchObject({
      text_plain: expect.stringContaining('does not want anything'),
    })
    expect(await noticesFor('manager', 'Not for them')).toEqual([])
  })

  test('is told to the admins where the house itself is refused, once a day', async () => {
    const { email, id } = await sent()
    const [mail] = await boxes.of(email)
    await boxes.act('bounce', { id: mail?.id, status: '5.7.26' })
    await boxes.read()
    expect((await user.get('/message', { id })).body.data.status).toBe('bounced')
    await told()
    await told(1)
    const domain = email.split('@')[1] ?? ''
    const subject = `${domain} refuses mail from your domain`
    expect(await noticesFor('admin', domain)).toMatchObject([{ subject }])
    expect(await noticesFor('user', domain)).toEqual([])
  })

  test('a complaint is a task for a manager, and stays done', async () => {
    const { customer_id, name, email, id } = await sent()
    const [mail] = await boxes.of(email)
    await boxes.act('complain', { id: mail?.id })
    await boxes.read()
    await raiseComplaintTasks.run(jobContext(world), {})
    const about = { reference_object: 'customer', reference_id: customer_id }
    const [task, ...more] = (await user.get('/tasks', about)).body.data
    expect(more).toEqual([])
    expect(task).toMatchObject({
      subject: `${name} complained about a mail`,
      role_name: 'manager',
      cause: `complaint ${id}`,
    })
    expect(task.text_plain).toContain(email)
    await manager.post('/task/done', { id: task.id })
    await raiseComplaintTasks.run(jobContext(world), {})
    expect((await user.get('/tasks', about)).body.data).toMatchObject([{ task_status: 'done' }])
  })
})

describe('what comes', () => {
  test('is told individually, once in ten minutes for a thread, until somebody reads it', async () => {
    await settings({ notification_mode: 'individual' }, 'user')
    const one = await newCustomer()
    await wrote(one)
    await told()
    await wrote(one, 'Another question')
    await told(5)
    expect(await noticesFor('user', one.name)).toMatchObject([{ subject: `${one.name} wrote` }])
    await wrote(one, 'A third')
    await told(11)
    expect(await noticesFor('user', one.name)).toHaveLength(2)
    const [thread] = (await user.get('/threads', { customer_id: one.customer_id })).body.data
    await manager.post('/thread/read', { id: thread.id })
    await told(30)
    expect(await noticesFor('user', one.name)).toHaveLength(2)
    expect(await noticesFor('manager', one.name), 'who wants none').toEqual([])
  })

  test('in somebody’s thread is told to them alone', async () => {
    await settings({ notification_mode: 'individual' })
    const mine = { name: 'Mere Own', is_active: true, user_id: world.userIds.manager }
    const { id: staff_id } = await makeRow(admin, staff, mine)
    const one = await newCustomer()
    await wrote(one)
    const [thread] = (await user.get('/threads', { customer_id: one.customer_id })).body.data
    await manager.post('/thread/assign', { id: thread.id, staff_id })
    await told()
    expect(await noticesFor('manager', one.name)).toHaveLength(1)
    expect(await noticesFor('user', one.name)).toEqual([])
  })

  test('is told together, in one mail, once everybody has gone', async () => {
    await settings({ notification_mode: 'combined' }, 'accounting')
    const [one, two] = [await newCustomer(), await newCustomer()]
    await wrote(one)
    await wrote(two)
    await told()
    expect(await noticesFor('accounting'), 'somebody is here').toEqual([])
    await told(45)
    const [digest, ...more] = await noticesFor('accounting')
    expect(more).toEqual([])
    expect(digest?.subject).toMatch(/^New messages in \d+ threads$/)
    expect(digest).toMatchObject({ text_plain: expect.stringContaining(one.name) })
    expect(digest).toMatchObject({ text_plain: expect.stringContaining(two.name) })
    await wrote(two, 'More')
    await told(50)
    expect(await noticesFor('accounting'), 'nobody was here since').toHaveLength(1)
  })

  test('by a channel of none is not told', async () => {
    await settings({ notification_mode: 'individual', notification_channel: 'none' })
    const one = await newCustomer()
    await wrote(one)
    await told()
    expect(await noticesFor('user', one.name)).toEqual([])
    await settings({ notification_channel: 'email' })
  })

  test('to whoever wants text messages goes by mail until they can be sent', async () => {
    await settings({ notification_mode: 'individual', notification_channel: 'sms' }, 'user')
    const one = await newCustomer()
    await wrote(one)
    await told()
    expect(await noticesFor('user', one.name)).toHaveLength(1)
    await messageCallsOf(world)['PUT /message/sms'](manager)
    await world.owner.query(
      `update users set phone_mobile = '+64215550199' where username = 'user'`,
    )
    const two = await newCustomer()
    await wrote(two)
    await told()
    expect(await noticesFor('user', two.name)).toEqual([])
    const { data } = (await manager.get('/messages', { type: 'sms', kind: 'notice' })).body
    expect(data).toMatchObject([{ recipient: '+64215550199', status: 'queued' }])
    expect(data[0].text_plain).toMatch(/wrote http:\/\/localhost/)
    await settings({ notification_channel: 'email' })
  })
})

describe('a note', () => {
  test('tells whomever it names, but for its writer, and can never be sent', async () => {
    await settings({ notification_mode: 'individual' })
    const colleagues = [
      { name: 'Aroha Tāwhiri', is_active: true, user_id: world.userIds.accounting },
      { name: 'Tama Wiki', is_active: true, user_id: world.userIds.user },
    ]
    for (const one of colleagues) await makeRow(admin, staff, one)
    const { customer_id, name } = await newCustomer()
    const text_plain = '@Aroha Tāwhiri and @Tama Wiki: ring her on Tuesday, not @Nobody.'
    const note = (await user.put('/message', { type: 'note', customer_id, text_plain })).body.data
    const subject = `user Test named you in a note about ${name}`
    expect(await noticesFor('accounting', 'Tuesday')).toMatchObject([{ subject }])
    expect(await noticesFor('user', 'Tuesday')).toEqual([])
    for (const action of ['send', 'resend'])
      expect((await user.post(`/message/${action}`, { id: note.id })).status, action).toBe(476)
  })
})

test('whoever wants a copy of what they write gets one, unseen by the reader', async () => {
  await settings({ notification_copy: true }, 'user')
  const { id, email } = await sent('With a copy')
  await settings({ notification_copy: false }, 'user')
  const { data, info } = (await user.get('/message', { id })).body
  expect(data.bcc).toEqual(['user@example.co.nz'])
  expect(info.deliveries).toMatchObject([
    { field: 'to', address: email, state: 'accepted' },
    { field: 'bcc', address: 'user@example.co.nz', state: 'accepted' },
  ])
  const [mail] = await boxes.of(email)
  expect(mail?.raw).not.toContain('user@example.co.nz')
  expect((await sent('Without')).id).toBeGreaterThan(id)
})

// Shows: T27
test.each([
  ['bcc', ['eyes@elsewhere.example']],
  ['reply_to', 'answers@elsewhere.example'],
])('a mail has no %s outside of the office', async (field, address) => {
  const { customer_id } = await newCustomer()
  const words = { type: 'email', customer_id, subject: 'Your rates', text_plain: 'Here they are.' }
  const { id } = (await user.put('/message', { ...words, [field]: address })).body.data
  const refused = await user.post('/message/send', { id })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toMatchObject([{ field }])
  expect(refused.body.errors[0].message).toContain('elsewhere.example is not of this office')
})

describe('a canned reply', () => {
  const words = { name: 'Levy', text_plain: 'Kia ora {{customer_name}}, the levy is new.' }
  const listed = async (client: Client) =>
    ((await client.get('/cannedreplies')).body.data ?? []).map(({ name }: { name: string }) => name)

  test('is one’s own, and nobody else sees it', async () => {
    const made = await user.put('/cannedreply', words)
    expect(made.status, made.text).toBe(201)
    const { id, version } = made.body.data
    expect(await listed(user)).toEqual(['Levy'])
    expect(await listed(manager)).toEqual([])
    expect((await manager.get('/cannedreplies')).body.info.total).toBe(0)
    expect((await manager.get('/cannedreply', { id })).status).toBe(404)
    expect((await manager.post('/cannedreply', { id, version, name: 'Mine' })).status).toBe(404)
    expect((await manager.delete('/cannedreply', { id })).status).toBe(404)
    expect((await user.get('/cannedreplies', { q: 'LÉVY' })).body.info.total).toBe(1)
    expect((await manager.get('/cannedreplies', { q: 'levy' })).status).toBe(260)
    const about = { object_class: 'cannedreply', object_id: id }
    expect((await manager.get('/history', about)).status).toBe(404)
    const share = await user.post('/cannedreply', { id, version, kept_for: 'shared' })
    expect(share.status).toBe(403)
    expect(share.body.errors[0].field).toBe('kept_for')
    expect((await user.post('/cannedreply', { id, version, name: 'New levy' })).status).toBe(261)
    expect((await user.delete('/cannedreply', { id })).status).toBe(262)
  })

  test('of everybody is written by managers and used by all', async () => {
    const shared = { ...words, name: 'Shared', kept_for: 'shared' }
    expect((await user.put('/cannedreply', shared)).status).toBe(403)
    const { id, version } = (await manager.put('/cannedreply', shared)).body.data
    expect(await listed(user)).toEqual(['Shared'])
    expect((await user.post('/cannedreply', { id, version, name: 'Other' })).status).toBe(403)
    expect((await user.delete('/cannedreply', { id })).status).toBe(403)
    expect((await (await world.as('other')).get('/cannedreply', { id })).status).toBe(404)
    await manager.delete('/cannedreply', { id })
    expect((await user.post('/cannedreply/restore', { id })).status).toBe(403)
    expect((await manager.post('/cannedreply/restore', { id })).status).toBe(200)
    const { customer_id, name } = await newCustomer()
    const asked = { context: 'customer', text_base: words.text_plain, record_id: customer_id }
    const { data } = (await user.post('/messagetemplate/preview', asked)).body
    expect(data.rendering.text.trim()).toBe(`Kia ora ${name}, the levy is new.`)
  })

  test('that names an unknown field is refused with its place', async () => {
    const wrong = await user.put('/cannedreply', { name: 'Wrong', text_plain: 'Kia ora {{nme}}' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors[0].field).toBe('text_plain')
  })
})
