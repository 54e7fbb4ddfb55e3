import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeyModule, moduleOf } from '#domain/access/key-scope.ts'
import { customer } from '#domain/customers/customer.ts'
import { entityNamed } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { routes } from '#server/routes.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  await write()
})
afterAll(() => world.close())

async function programFor(...modules: KeyModule[]): Promise<Client> {
  const made = await admin.put('/apikey', { modules })
  expect(made.status, made.text).toBe(201)
  const program = world.guest()
  program.authorization = `Key ${made.body.data.api_key}`
  return program
}

function entityOf(name: string): Entity {
  const entity = entityNamed(name)
  if (!entity) throw new Error(`There is no entity called ${name}.`)
  return entity
}

const CANARY = 'Quokka'
const words = `${CANARY} words`
/** What hangs on a customer, by its kind, and one note of each that hangs on nothing. */
const rows: Record<string, number> = {}
let customer_id = 0
let supplierNote = 0

async function given(asked: Promise<Reply>): Promise<number> {
  const reply = await asked
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

async function write() {
  const name = `${CANARY} Ltd`
  const sent = { name, email: 'quokka@example.co.nz' }
  customer_id = (await makeRow(admin, customer, sent)).id
  const about = { reference_object: 'customer', reference_id: customer_id }
  rows.note = await given(admin.put('/note', { ...about, subject: words, text_plain: words }))
  rows.task = await given(admin.put('/task', { ...about, subject: words }))
  rows.file = await given(upload(admin, anyPdf(`${words}.pdf`), about))
  rows.enquiry = (
    await makeRow(admin, entityOf('enquiry'), { customer_id, subject: words, text_plain: words })
  ).id
  const mail = { type: 'email', customer_id, subject: words, text_plain: words }
  rows.message = await given(admin.put('/message', mail))
  const blocked = { customer_id, type: 'email', contact: 'quokka-away@example.co.nz' }
  rows.messageblacklist = await given(admin.put('/messageblacklist', blocked))
  const agreed = { customer_id, channel: 'email', purpose: 'promotional', how: words }
  rows.consent = await given(admin.put('/consent', agreed))
  await scope(world.owner, world.organisations[0])
  const { rows: threads } = await world.owner.query<{ id: string }>(
    `insert into messages (organisation_id, type, direction, text_plain, status, sender,
       customer_id)
     values ($1, 'chat', 'in', $2, 'received', 'quokka@example.co.nz', $3)
     returning thread_id as id`,
    [world.organisations[0], words, customer_id],
  )
  rows.thread = Number(threads[0]?.id)
  const audience = { ids: [customer_id] }
  const many = { channels: 'email', purpose: 'service', name: words, audience }
  rows.bulkmessage = (await makeRow(admin, entityOf('bulkmessage'), many)).id
  const { id } = await makeRow(admin, supplier)
  const other = { reference_object: 'supplier', reference_id: id }
  supplierNote = await given(admin.put('/note', { ...other, subject: 'Of a supplier' }))
  await given(admin.put('/note', { subject: 'About nothing' }))
}

/** Every way in which a call may name what hangs on the customer, or the customer. */
function waysToAsk(path: string): object[] {
  const word = path.split('/')[1] ?? ''
  const own = Object.keys(rows).find((name) => [name, entityOf(name).plural].includes(word))
  const id = rows[own ?? '']
  const about = { reference_object: 'customer', reference_id: customer_id }
  return [
    {},
    { customer_id },
    about,
    ...(id ? [{ id }, { ids: [id] }, { [`${own}_id`]: id }, { id, version: 1 }] : []),
    ...(own ? [{ object_class: own, object_id: id }] : []),
    { q: CANARY },
    { thread_id: rows.thread },
    { file_ids: [rows.file], type: 'email', text_plain: 'Mine', recipient: 'me@example.co.nz' },
  ]
}

const withIds = (path: string) =>
  path.replace(/:(\w+)_id/g, (_all, name: string) => String(rows[name] ?? 0))

async function askEveryCall(program: Client, modules: readonly (KeyModule | null)[]) {
  const told = new Set<string>()
  const calls = routes.filter(
    ({ path, policy, signedBy }) =>
      policy.from !== 'guest' &&
      policy.apiKey !== false &&
      !signedBy &&
      modules.includes(moduleOf(path)),
  )
  for (const entry of calls) {
    const method = entry.method.toLowerCase() as 'get' | 'put' | 'post' | 'delete'
    const ways = [...waysToAsk(entry.path), ...Object.entries(rows).map(seen)]
    for (const asked of ways) {
      const reply = await program[method](withIds(entry.path), asked as Record<string, string>)
      expect(reply.status, `${keyOf(entry)} ${JSON.stringify(asked)} ${reply.text}`).toBeLessThan(
        500,
      )
      if (new RegExp(CANARY, 'i').test(reply.text)) told.add(keyOf(entry))
    }
  }
  return { told: [...told], calls: calls.length }
}

const seen = ([object_class, object_id]: [string, number]) => ({ object_class, object_id })

/** How often each row was changed, and whether it is still there. */
async function state() {
  await scope(world.owner, world.organisations[0])
  const found: Record<string, unknown> = {}
  for (const [name, id] of Object.entries(rows)) {
    const { rows: now } = await world.owner.query(
      `select to_jsonb(t) - 'modified_at' as it from ${entityOf(name).plural} t where id = $1`,
      [id],
    )
    found[name] = now
  }
  return found
}

// Shows: V8.3.1
test('keys for the office and for messages learn nothing of what hangs on customers', async () => {
  const before = await state()
  const program = await programFor('office', 'messages')
  const { told, calls } = await askEveryCall(program, ['office', 'messages'])
  expect(calls).toBeGreaterThan(100)
  expect(told).toEqual([])
  expect(await state()).toEqual(before)
}, 240_000)

test('nor does a key for customers read notes, tasks, files and messages of theirs', async () => {
  const program = await programFor('customers')
  const timeline = await program.get('/customer/timeline', { id: customer_id })
  expect(timeline.status, timeline.text).toBe(200)
  expect(timeline.text).not.toContain(words)
  const both = await programFor('customers', 'office')
  const whole = await both.get('/customer/timeline', { id: customer_id })
  expect(whole.text).toContain(words)
})

test('a key that is made for both reads them all', async () => {
  const reads = await programFor('office', 'messages', 'customers', 'billing')
  const lists = ['/notes', '/tasks', '/files', '/enquiries', '/messages', '/threads']
  for (const path of lists) expect((await reads.get(path)).text, path).toContain(words)
  for (const name of ['note', 'task', 'file', 'enquiry', 'message', 'thread', 'bulkmessage'])
    expect((await reads.get(`/${name}`, { id: rows[name] ?? 0 })).status, name).toBe(200)
  expect((await reads.get('/messages/chats')).text).toContain(words)
  expect((await reads.get('/search', { q: words })).text).toContain(words)
})

test('what hangs on nothing, or on a record of the key’s own modules, is read and written', async () => {
  const office = await programFor('office')
  const subjects = (reply: Reply) =>
    reply.body.data.map(({ subject }: { subject: string }) => subject)
  expect(subjects(await office.get('/notes'))).toEqual(['About nothing'])
  expect((await office.put('/note', { subject: 'Of mine' })).status).toBe(201)
  expect((await office.get('/note', { id: supplierNote })).status).toBe(403)
  const suppliers = await programFor('office', 'suppliers')
  expect(subjects(await suppliers.get('/notes'))).toContain('Of a supplier')
  expect((await suppliers.get('/note', { id: supplierNote })).status).toBe(200)
  const about = { object_class: 'note', object_id: supplierNote }
  expect((await office.get('/history', about)).status).toBe(403)
  expect((await suppliers.get('/history', about)).status).toBe(200)
})

test.each(['PUT /note', 'PUT /task'])(
  '%s about a record of another module is refused',
  async (call) => {
    const office = await programFor('office')
    const about = { reference_object: 'customer', reference_id: customer_id }
    const refused = await office.put(call.split(' ')[1] ?? '', { subject: 'Mine', ...about })
    expect(refused.status, refused.text).toBe(403)
  },
)

test('a file is not moved to a record of another module, nor zipped, nor thrown away', async () => {
  const office = await programFor('office')
  const mine = (await upload(admin, anyPdf('mine.pdf'))).body.data
  const about = { reference_object: 'customer', reference_id: customer_id }
  const moved = await office.post('/file', { id: mine.id, version: mine.version, ...about })
  expect(moved.status).toBe(403)
  const ids = [mine.id, rows.file]
  expect((await office.post('/file/zip', { ids })).status).toBe(403)
  expect((await office.delete('/files', { ids })).status).toBe(403)
  expect((await office.post('/file/zip', { ids: [mine.id] })).status).toBe(202)
})

test('a key for exports takes notes along only with all that they are about', async () => {
  const names = async (...modules: KeyModule[]) => {
    const { data } = (await (await programFor(...modules)).get('/export/choices')).body
    return data.entities.map(({ name }: { name: string }) => name)
  }
  expect(await names('reports', 'office')).not.toContain('note')
  expect(await names('reports', 'office')).toContain('folder')
})
