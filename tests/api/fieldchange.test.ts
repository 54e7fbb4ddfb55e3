import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { partner } from '#domain/partners/partner.ts'
import { fieldChangeJob } from '#server/field-changes.ts'
import { dropFieldChanges } from '#server/operations/fieldchange/drop-changes-job.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { falls } from '#tests/support/falling-database.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { make } from '#tests/support/make.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
})
afterAll(() => world.close())

const before = 'Wiremu Parata'
const after = 'Ngaio Marsh'

async function customers(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const made = await user.put('/customer', { ...make(customer), contact_primary: before })
    expect(made.status, made.text).toBe(201)
    ids.push(made.body.data.id)
  }
  return ids
}

const wish = (ids: number[], value: unknown = after) => ({
  object_class: 'customer',
  field: 'contact_primary',
  value,
  ids,
})

async function start(ids: number[], value: unknown = after, client = user): Promise<number> {
  const made = await client.put('/fieldchange', wish(ids, value))
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

const work = () => runQueue(world, {}, 'change-rows')
const told = async (id: number) => (await user.get('/fieldchange', { id })).body.data
const rowsOf = async (id: number) => (await user.get('/fieldchange/rows', { id })).body.data
const nowOf = async (id: number) => (await user.get('/customer', { id })).body.data
const historyOf = async (id: number) =>
  (await user.get('/history', { object_class: 'customer', object_id: id })).body.data

// Shows: E07, E11
test('rows change one by one behind the call, in the name of whoever asked for it', async () => {
  const ids = await customers(3)
  const [first = 0, second = 0] = ids
  await user.post('/customer', { id: second, version: 1, contact_primary: after })
  const id = await start([...ids, first])
  expect(await told(id)).toMatchObject({
    state: 'running',
    by: 'user Test',
    counts: { waiting: 3, changed: 0 },
  })
  expect((await nowOf(first)).contact_primary).toBe(before)
  await work()
  expect(await told(id)).toMatchObject({ state: 'done', counts: { changed: 2, same: 1 } })
  expect(await nowOf(first)).toMatchObject({ contact_primary: after, version: 2 })
  const [last] = await historyOf(first)
  expect(last).toMatchObject({
    action: 'update',
    actor_name: 'user Test',
    actor_id: world.userIds.user,
    changes: { contact_primary: [before, after] },
  })
  expect((await user.get('/fieldchanges')).body.data[0]).toMatchObject({ id, state: 'done' })
})

test('what is not possible for a row is said of it in the words of its own call, and holds up no other', async () => {
  const ids = await customers(4)
  const [gone = 0, held = 0, plain = 0, last = 0] = ids
  await manager.delete('/customer', { id: gone })
  const path = { object_path: `/app/customer/edit?id=${held}` }
  expect((await manager.put('/datalock', path)).status).toBe(201)
  const other = await (await world.as('other')).put('/customer', make(customer))
  const id = await start([gone, held, 999_999, other.body.data.id, plain, last])
  await work()
  const { counts } = await told(id)
  expect(counts).toMatchObject({ changed: 2, refused: 4, waiting: 0 })
  const rows = await rowsOf(id)
  expect(rows.slice(0, 4).map((row: { id: number }) => row.id)).toEqual([
    gone,
    held,
    999_999,
    other.body.data.id,
  ])
  expect(rows[0].problem).toContain('archived')
  expect(rows[1].problem).toContain('manager Test is working on this')
  for (const row of rows.slice(2, 4)) {
    expect(row.name).toBeNull()
    expect(row.problem).toBe("We couldn't find that customer. It may have been removed.")
  }
  await manager.delete('/datalock', path)
})

test('a value that no row can take is refused before any is touched, and named', async () => {
  const ids = await customers(1)
  const wrong = await user.put('/fieldchange', { ...wish(ids, 'no phone'), field: 'phone' })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  expect(wrong.status).toBeLessThan(480)
  expect(wrong.body.errors).toMatchObject([{ field: 'phone' }])
  const task = await user.put('/task', { subject: 'Ring them', due_date: dayIn(12) })
  const stranger = { object_class: 'task', field: 'staff_id', ids: [task.body.data?.id ?? 1] }
  const staff = await user.put('/fieldchange', { ...stranger, value: 999_999 })
  expect(staff.status, staff.text).toBe(400)
  expect(staff.body.errors).toMatchObject([{ field: 'staff_id' }])
  const refused = [
    { ...wish(ids), field: 'name' },
    { ...wish(ids), object_class: 'invoice' },
    { ...wish(ids), object_class: 'constructor' },
    { ...wish(ids), field: 'constructor' },
    wish([]),
  ]
  for (const body of refused) expect((await user.put('/fieldchange', body)).status).toBe(400)
})

test('whoever may not change one row so changes no many, and sees nothing of others', async () => {
  const made = await manager.put('/partner', make(partner))
  const phones = { object_class: 'partner', field: 'contact_name', value: after }
  const ids = [made.body.data.id]
  expect((await user.put('/fieldchange', { ...phones, ids })).status).toBe(403)
  expect((await manager.put('/fieldchange', { ...phones, ids })).status).toBe(201)
  const id = await start(await customers(1), after, manager)
  const other = await world.as('other')
  for (const [client, status] of [
    [user, 403],
    [other, 404],
    [world.guest(), 401],
  ] as const) {
    expect((await client.get('/fieldchange', { id })).status).toBe(status)
    expect((await client.get('/fieldchange/rows', { id })).status).toBe(status)
    expect((await client.post('/fieldchange/stop', { id })).status).toBe(status)
    expect((await client.post('/fieldchange/undo', { id })).status).toBe(status)
  }
  expect((await user.get('/fieldchange', { id: 999_999 })).status).toBe(404)
  const mine = await user.get('/fieldchanges')
  expect(mine.body.data.some((one: { id: number }) => one.id === id)).toBe(false)
  // A manager looks after what others began.
  const theirs = await start(await customers(1))
  expect((await manager.post('/fieldchange/stop', { id: theirs })).status).toBe(200)
  await work()
})

test('a key for the office changes no customers, one for both does', async () => {
  const ids = await customers(1)
  const programFor = async (...modules: string[]) => {
    const key = await manager.put('/apikey', { modules, can_write: true })
    expect(key.status, key.text).toBe(201)
    const program = world.guest()
    program.authorization = `Key ${key.body.data.api_key}`
    return program
  }
  const office = await programFor('office')
  expect((await office.put('/fieldchange', wish(ids))).status).toBe(403)
  const both = await programFor('office', 'customers')
  const made = await both.put('/fieldchange', wish(ids))
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  expect((await office.get('/fieldchange', { id })).status).toBe(403)
  expect((await office.get('/fieldchanges')).body.data).toEqual([])
  expect((await both.get('/fieldchange', { id })).status).toBe(200)
  await work()
})

// Shows: E07
test('two workers and a fall in the middle change every row once', async () => {
  const ids = await customers(6)
  for (const [at, side] of [
    [2, 'before'],
    [3, 'after'],
  ] as const) {
    const value = `${after} ${at}`
    const id = await start(ids, value)
    const payload = { organisation_id: world.organisations[0], fieldchange_id: id }
    const falling = jobContext(world, { database: falls(world.database, at, side) })
    await expect(fieldChangeJob.run(falling, payload)).rejects.toThrow('terminated')
    const { counts } = await told(id)
    expect(counts.changed).toBe(side === 'before' ? at - 1 : at)
    await Promise.all([1, 2, 3].map(() => fieldChangeJob.run(jobContext(world), payload)))
    expect(await told(id)).toMatchObject({ state: 'done', counts: { changed: 6, waiting: 0 } })
    for (const customer_id of ids) {
      const changes = (await historyOf(customer_id)).filter(
        (line: { changes: Record<string, unknown[]> }) =>
          line.changes.contact_primary?.[1] === value,
      )
      expect(changes).toHaveLength(1)
    }
    await work()
  }
})

test('it is stopped, keeps what is done, and is over then', async () => {
  const ids = await customers(5)
  const id = await start(ids)
  const payload = { organisation_id: world.organisations[0], fieldchange_id: id }
  const falling = jobContext(world, { database: falls(world.database, 2, 'after') })
  await expect(fieldChangeJob.run(falling, payload)).rejects.toThrow('terminated')
  expect((await user.post('/fieldchange/undo', { id })).status).toBe(476)
  expect((await user.post('/fieldchange/stop', { id })).status).toBe(200)
  await work()
  expect(await told(id)).toMatchObject({ state: 'stopped', counts: { changed: 2, waiting: 3 } })
  expect((await user.post('/fieldchange/stop', { id })).status).toBe(476)
  expect((await user.post('/fieldchange/undo', { id })).status).toBe(200)
  await work()
  expect(await told(id)).toMatchObject({ state: 'undone', counts: { undone: 2, waiting: 3 } })
  for (const customer_id of ids) expect((await nowOf(customer_id)).contact_primary).toBe(before)
})

// Shows: E08
test('undo puts back what was there, but never over what somebody has said since', async () => {
  const ids = await customers(4)
  const [plain = 0, other = 0, sameAgain = 0, elsewhere = 0] = ids
  const id = await start(ids)
  await work()
  const change = (customer_id: number, fields: object, version: number) =>
    manager.post('/customer', { id: customer_id, version, ...fields })
  expect((await change(other, { contact_primary: 'Kiri' }, 2)).status).toBe(261)
  // Changed away and decided for again: the last word is theirs.
  await change(sameAgain, { contact_primary: 'Kiri' }, 2)
  await change(sameAgain, { contact_primary: after }, 3)
  // Another field is nothing to it.
  await change(elsewhere, { city: 'Oamaru' }, 2)
  const undone = await user.post('/fieldchange/undo', { id })
  expect(undone.body.data).toMatchObject({ state: 'undoing' })
  expect((await user.post('/fieldchange/undo', { id })).status).toBe(476)
  await work()
  expect(await told(id)).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 2 } })
  expect((await nowOf(plain)).contact_primary).toBe(before)
  expect((await nowOf(other)).contact_primary).toBe('Kiri')
  expect((await nowOf(sameAgain)).contact_primary).toBe(after)
  expect(await nowOf(elsewhere)).toMatchObject({ contact_primary: before, city: 'Oamaru' })
  const [first, second] = await rowsOf(id)
  expect([first, second].map((row) => row.id)).toEqual([other, sameAgain])
  expect(first).toMatchObject({ state: 'kept', problem: 'manager Test has changed it since.' })
  expect((await historyOf(plain))[0]).toMatchObject({
    actor_name: 'user Test',
    changes: { contact_primary: [after, before] },
  })
  expect((await user.post('/fieldchange/undo', { id })).status).toBe(476)
})

test('a field is emptied in many rows, and comes back', async () => {
  const ids = await customers(2)
  const id = await start(ids, null)
  await work()
  for (const customer_id of ids) expect((await nowOf(customer_id)).contact_primary).toBeNull()
  await user.post('/fieldchange/undo', { id })
  await work()
  for (const customer_id of ids) expect((await nowOf(customer_id)).contact_primary).toBe(before)
})

test('after thirty days it is forgotten', async () => {
  const id = await start(await customers(1))
  await work()
  await dropFieldChanges.run(jobContext(world), {})
  expect(await told(id)).toMatchObject({ id })
  const later = { now: () => new Date(Date.now() + 31 * 86_400_000) }
  await dropFieldChanges.run(jobContext(world, { clock: later }), {})
  expect((await user.get('/fieldchange', { id })).status).toBe(404)
})
