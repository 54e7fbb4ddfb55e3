import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankimport } from '#domain/bank/bankimport.ts'
import { billimport } from '#domain/bills/billimport.ts'
import { rateimport } from '#domain/contracts/rateimport.ts'
import { entities } from '#domain/entities.ts'
import { file } from '#domain/files/file.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { buildApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { type Wire, wires } from '#server/kit/wire/wire.ts'
import { routes } from '#server/routes.ts'
import { type Client, makeClient, type Reply } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoPassword } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { fitting, makeRow } from '#tests/support/fitting.ts'
import { makeFull } from '#tests/support/make.ts'
import { storedRows } from '#tests/support/stored-rows.ts'

// Two servers over one database: one reads rows from the bytes, the other by ordinary queries of the
// driver. Whatever is asked of them, the answers are the same letter for letter.
interface Side {
  database: Database
  app: FastifyInstance
  client: Client
}

const config = testConfig()
let copy: TestDatabase
let sides: { bytes: Side; plain: Side }

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  sides = { bytes: await side(wires.bytes), plain: await side(wires.plain) }
  await addFullRows(sides.plain.client)
}, 120_000)
afterAll(async () => {
  for (const { app, database } of Object.values(sides)) {
    await app.close()
    await database.close()
  }
  await copy.drop()
})

async function side(wire: Wire): Promise<Side> {
  const database = openDatabase({ url: copy.appUrl, wire })
  const app = await buildApp({ config, database, clock: systemClock })
  const client = makeClient(app)
  const reply = await client.signIn('padmin', demoPassword)
  expect(reply.status, reply.text).toBe(200)
  return { database, app, client }
}

const has = (method: string, path: string) =>
  routes.some((entry) => entry.method === method && entry.path === path)

// What else a text may not contain is refused before it is stored.
const anyText = '"\\ \n\t\u2028ā🏠 = @ ＝'

// Made from requests of their own shape; the demonstration has them.
const special = new Set([
  ...['membership', 'user', 'organisation', 'role', 'file'],
  ...['rateupdate', 'supplierrateupdate', 'invoice', 'invoicepayment', 'billpayment'],
  ...['transaction', 'accounttransaction', 'message'],
])
const full = entities.filter(
  ({ name }) => !special.has(name) && ['PUT', 'POST', 'DELETE'].every((m) => has(m, `/${name}`)),
)

async function addFullRows(client: Client): Promise<void> {
  for (const entity of full) {
    const alone = { reference_object: undefined, reference_id: undefined }
    const owned = entity.fields.reference_object ? alone : {}
    const sent = makeFull(entity, await fitting(client, entity, owned))
    const made = await client.put(`/${entity.name}`, sent)
    expect(made.status, made.text).toBe(201)
  }
  for (const sent of [file, billimport, rateimport, bankimport]) await makeRow(client, sent)
  await storeDebits(client)
  const others = [
    await client.put('/billingrun', {}),
    await client.put('/note', { subject: 'Of all letters', text_plain: anyText }),
    await client.put('/customer', { name: '=1+1 "Ōtaki" ＝ \\ 🏠' }),
  ]
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
}

/** What follows the provider is stored as its answers leave it. */
async function storeDebits(client: Client): Promise<void> {
  const owner = new pg.Client({ connectionString: copy.ownerUrl })
  await owner.connect()
  const { id } = (await client.get('/organisation')).body.data
  for (const store of Object.values(storedRows))
    await store({ owner, organisations: [id, id] }, 0, client)
  await owner.end()
}

/** One after the other: a person exports one file at a time. */
async function both(path: string, query: Record<string, string | number> = {}): Promise<Reply> {
  const ours = await sides.bytes.client.get(path, query)
  const plain = await sides.plain.client.get(path, query)
  expect([plain.status, plain.text]).toEqual([ours.status, ours.text])
  return ours
}

const listed = entities.filter(({ plural }) => has('GET', `/${plural}`))

test.each(listed.map((entity) => [entity.plural, entity] as const))(
  '%s read alike, one by one, as a list and as CSV',
  async (plural, { name }: Entity) => {
    const list = await both(`/${plural}`, { order: '-id', limit: 200, deleted: 1 })
    expect(list.status, list.text).toBe(200)
    const one = has('GET', `/${name}`)
    if (one) for (const { id } of list.body.data.slice(0, 10)) await both(`/${name}`, { id })
    if (has('GET', `/${plural}/csv`)) {
      const csv = await both(`/${plural}/csv`, { order: 'id', deleted: 1 })
      expect(csv.text.split('\n').length).toBeGreaterThan(2)
    }
  },
)

test('a write answers alike, refusals included', async () => {
  const [ours, plain] = await Promise.all(
    [sides.bytes, sides.plain].map(async ({ client }) => {
      const made = await client.put('/note', { subject: 'Twice', text_plain: anyText })
      const { id, created_at, modified_at, ...rest } = made.body.data
      const changed = await client.post('/note', { id, version: 1, subject: 'Changed' })
      const late = await client.post('/note', { id, version: 1, subject: 'Late' })
      return [made.status, rest, changed.status, changed.body.data.subject, late.status]
    }),
  )
  expect(plain).toEqual(ours)
})
