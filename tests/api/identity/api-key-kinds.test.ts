import { afterAll, beforeAll, expect, test } from 'vitest'
import { moduleOf } from '#domain/access/key-scope.ts'
import { customer } from '#domain/customers/customer.ts'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import { departureActions, departureWords } from '#domain/messaging/departure/departure.ts'
import { routes } from '#server/routes.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { exported } from '#tests/support/exported.ts'
import { make } from '#tests/support/make.ts'
import { readyCall } from '#tests/support/ready-calls.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const folder = temporaryFolder()
let world: World
let admin: Client
const programs = new Map<string, Client>()
beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  admin = await world.as('admin')
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

async function programFor(...modules: string[]): Promise<Client> {
  const name = modules.join(' ')
  const known = programs.get(name)
  if (known) return known
  const made = await admin.put('/apikey', { modules })
  expect(made.status, made.text).toBe(201)
  const program = world.guest()
  program.authorization = `Key ${made.body.data.api_key}`
  programs.set(name, program)
  return program
}

test('every kind of an organisation belongs to a module', () => {
  const homeless = entities.filter(
    ({ name, scope }) => scope === 'organisation' && moduleOf(`/${name}`) === null,
  )
  expect(homeless.map(({ name }) => name)).toEqual([])
})

// Shows: V8.3.1
test('a key for messages lets no invoice, bill, notice or statement leave', async () => {
  const messages = await programFor('messages')
  // Mail that is sent once more is a message, and such a key's own.
  for (const action of departureActions.filter((name) => name !== 'message_resend')) {
    const asked = { action, ids: [1] }
    expect((await messages.post('/departure/preview', asked)).status, action).toBe(403)
    expect((await messages.post('/departure/look', asked)).status, action).toBe(403)
    const held = await messages.put('/departure', { action, rows: [{ id: 1 }] })
    expect(held.status, action).toBe(403)
    const { record, keyFor = record } = departureWords[action]
    const modules = new Set([record, keyFor].map((kind) => moduleOf(`/${kind}`) ?? ''))
    const both = await programFor('messages', ...modules)
    const { status } = await both.post('/departure/preview', asked)
    // Whoever writes to many types a number and proves who they are: no program does.
    expect(status === 403, action).toBe(action === 'bulk_start')
  }
})

test('nor does it see, hasten or take back what a person lets leave', async () => {
  const hold = routes.find((entry) => keyOf(entry) === 'PUT /departure')
  const asked = hold && (await readyCall(admin, hold))
  const held = await admin.put('/departure', asked ?? {})
  expect(held.status, held.text).toBe(201)
  const { id } = held.body.data
  const messages = await programFor('messages')
  expect((await messages.get('/departure', { id })).status).toBe(403)
  expect((await messages.get('/departures')).body.data).toEqual([])
  expect((await messages.post('/departure/now', { id })).status).toBe(403)
  expect((await messages.post('/departure/takeback', { id })).status).toBe(403)
  const both = await programFor('messages', 'billing')
  expect((await both.get('/departure', { id })).status).toBe(200)
  expect((await both.get('/departures')).body.data).toMatchObject([{ id }])
  expect((await both.post('/departure/takeback', { id })).status).toBe(200)
})

test('a key for the office reads and finds no customers', async () => {
  const name = 'Kererū Bakery'
  const made = await admin.put('/customer', { ...make(customer), name })
  const about = { object_class: 'customer', object_id: made.body.data.id }
  const office = await programFor('office')
  const both = await programFor('office', 'customers')
  expect((await office.get('/history', about)).status).toBe(403)
  expect((await both.get('/history', about)).status).toBe(200)
  expect((await office.get('/search', { q: name })).body.data).toEqual([])
  expect((await office.get('/search', { q: 'Kereru Bakrey' })).text).not.toMatch(/bakery/i)
  expect((await both.get('/search', { q: name })).body.data).toMatchObject([{ title: name }])
})

test('a key for reports exports no customers, and fetches no export that has them', async () => {
  const reports = await programFor('reports')
  const namesOf = (reply: Reply) =>
    reply.body.data.entities.map(({ name }: { name: string }) => name)
  const names = namesOf(await reports.get('/export/choices'))
  expect(names).toContain('gstreturn')
  expect(names).not.toContain('customer')
  expect((await reports.put('/export', { entities: ['customer'] })).status).toBe(400)
  const { row } = await exported(world, admin, { entities: ['customer', 'gstreturn'] })
  expect((await reports.post('/export/download', { id: row.id })).status).toBe(403)
  const both = await programFor('reports', 'customers')
  expect(namesOf(await both.get('/export/choices'))).toContain('customer')
  expect((await both.post('/export/download', { id: row.id })).status).toBe(200)
})
