import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes as screens } from '#domain/access/routes.ts'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { type Entity, fieldsOf, systemColumns } from '#domain/kit/entity.ts'
import { openApiRoute } from '#server/kit/http/openapi.ts'
import { routes } from '#server/routes.ts'
import { newCustomer } from '#tests/support/billing.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { servedBy, staffOver, type Visitor } from '#tests/support/guest-over.ts'
import { bulkCallsOf } from '#tests/support/ready-bulk.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

// What is really served, by a server that listens, to whoever asks by HTTP. The cases come from the
// lists of routes themselves.

let world: World
let url: string
let padmin: Visitor

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  padmin = await staffOver(url, 'padmin', password)
  const office = await world.as('padmin')
  for (const entity of exported.flatMap((path) => entityOf(path) ?? []))
    await makeOne(office, entity)
  await beStopped(office)
  await writeToOne(office)
  // Readings out of a file wait for somebody to look at them.
  await runQueue(world)
}, 60_000)
afterAll(() => world.close())

/** What care stopped is noted by itself. */
async function beStopped(office: Client): Promise<void> {
  const { id: customer_id } = await newCustomer(office, { required_for_medical: true })
  const words = { subject: 'Your account', text_plain: 'Pay, or we disconnect you.' }
  const draft = await office.put('/message', { type: 'email', customer_id, ...words })
  const { id } = draft.body.data
  expect((await office.post('/message/send', { id })).status).toBe(476)
}

/** Whom a message to many goes to is fixed when it is started. */
async function writeToOne(office: Client): Promise<void> {
  const { id } = await bulkCallsOf()['POST /bulkmessage/start'](office)
  expect((await office.post('/bulkmessage/start', { id })).status).toBe(200)
}

const makes = new Set(routes.map(keyOf))
const atFirst = ['user', 'organisation', 'membership']

/** Something to be listed, unless the world has it from its beginning. */
async function makeOne(office: Client, entity: Entity): Promise<void> {
  const ofMoney = billingRows[entity.name]
  const debited = storedRows[entity.name]
  if (debited) await debited(world, 0, office)
  else if (ofMoney) await ofMoney(office)
  else if (makes.has(`PUT /${entity.name}`) && !atFirst.includes(entity.name))
    await makeRow(office, entity)
}

// What is of one record is looked at with that record, what stands behind a link with the link.
const exported = routes
  .filter(({ sends, target, policy }) => sends === 'text/csv' && !target && policy.from !== 'guest')
  .map(({ path }) => path)
const entityOf = (path: string) => entities.find(({ plural }) => path === `/${plural}/csv`)
/** A list of some of an entity's rows, found by a question of its own, has a file as well. */
const narrowerOf = (path: string) =>
  entityOf(path) || path in otherHeads
    ? undefined
    : entities.find(({ plural }) => path.startsWith(`/${plural}/`))
const ask = async (path: string) => servedBy(await fetch(`${url}${path}`))
const described = [...routes, openApiRoute(routes, '')]

describe('the description of the API', () => {
  test('is an OpenAPI document of every call and no other', async () => {
    const { status, headers, text } = await ask('/api/v1/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const document = JSON.parse(text)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const calls = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const wanted = described.map((entry) => keyOf(entry).replace(/:(\w+)/g, '{$1}'))
    expect(calls.sort()).toEqual(wanted.sort())
  })

  test('refers to nothing that is not in it, and names what stands in a path', async () => {
    const { text } = await ask('/api/v1/openapi.json')
    const document = JSON.parse(text)
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(refs.length).toBeGreaterThan(100)
    for (const [, name = ''] of refs) expect(document.components.schemas).toHaveProperty(name)
    for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths))
      for (const operation of Object.values(operations)) {
        expect(operation.responses, path).toHaveProperty('200.content')
        const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect(inPath.map(({ name }) => name)).toEqual(names)
        for (const { required } of inPath) expect(required).toBe(true)
      }
  })

  test('can be leafed through as a page without any script', async () => {
    const { status, headers, text } = await ask('/api/v1/reference')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const nonce = /style-src 'nonce-([\w+/=]+)'/.exec(policyOf(headers))?.[1] ?? 'none'
    expect(text).toContain(`nonce="${nonce}"`)
    expect(policyOf(headers)).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(text).not.toMatch(/<script|__NONCE__/i)
    for (const { path } of routes) expect(text).toContain(path.replace(/:(\w+)/g, '{$1}'))
  })
})

interface Operation {
  parameters?: { name: string; in: string; required: boolean }[]
  responses: Record<string, unknown>
}

const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? ''

/** What each kind of file is asked for by; a kind nobody knows has no case yet. */
test('every file that is sent is of a kind that is looked at', () => {
  const kinds = new Set(described.flatMap(({ sends }) => sends ?? []))
  const here = ['text/csv', 'application/json']
  const elsewhere = ['application/pdf', 'application/zip', 'text/plain', '*/*']
  expect([...kinds].sort()).toEqual([...here, ...elsewhere].sort())
})

/** The heads of a list that is no entity's own. */
const otherHeads: Record<string, string[]> = {
  '/openitems/csv': ['number', 'kind', 'customer_id', 'due_date', 'balance'],
  '/invoicemargins/csv': ['invoice_number', 'income', 'cost', 'margin'],
  '/connectionmoves/csv': ['day', 'move', 'connection', 'contract_id'],
  '/report/csv': ['key', 'name', 'detail'],
  '/partners/customercount/csv': ['partner_id', 'customers', 'earned', 'carried', 'owed'],
  '/customers/map/csv': ['customer_number', 'name', 'latitude', 'location_source'],
}

/** What is asked for where a file is one of several, and what it is called then. */
const oneOf: Record<string, { query: string; name: string }> = {
  '/report/csv': { query: '?name=receivables', name: 'receivables' },
  '/invoicepayments/csv': { query: '', name: 'payments_from_customers' },
  '/billpayments/csv': { query: '', name: 'payments_to_suppliers' },
}

describe('a list for spreadsheets', () => {
  // Shows: V4.1.1
  test.each(exported)('%s says what it is and how it is written', async (path) => {
    const { status, headers, bytes, text } = await padmin.call(
      'GET',
      `${path}${oneOf[path]?.query ?? ''}`,
    )
    expect(status, text).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const name = oneOf[path]?.name ?? path.split('/')[1]
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}(-\\d\\d){2}_\\d\\d(-\\d\\d){2}\\.csv"$`),
    )
    // The mark by which spreadsheets read UTF-8.
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(Buffer.from(text).equals(bytes)).toBe(true)
    const [heads = [], ...rows] = [...csvRecords(text, ',')].map((record) => record.fields)
    const entity = entityOf(path) ?? narrowerOf(path)
    if (entity) expect(heads).toEqual(headsOf(entity))
    else expect(heads).toEqual(expect.arrayContaining(otherHeads[path] ?? ['nothing known']))
    // What nobody is among yet is a file with its heads alone.
    if (!narrowerOf(path)) expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.length).toBe(heads.length)
    if (entity) await expectFirst({ entity, path: path.replace('/csv', '') }, heads, rows)
  })
})

function headsOf(entity: Entity): string[] {
  const own = fieldsOf(entity).filter(([, { options }]) => !options.masked)
  const system = systemColumns.filter(
    (column) => column !== 'id' && (column !== 'organisation_id' || entity.scope !== 'platform'),
  )
  return ['id', ...own.map(([name]) => name), ...system]
}

/** The file has the rows of the list, all of them and in its order. */
async function expectFirst(
  { entity, path }: { entity: Entity; path: string },
  heads: string[],
  rows: string[][],
): Promise<void> {
  const list = JSON.parse((await padmin.call('GET', `${path}?limit=1`)).text)
  expect(rows.length).toBe(list.info.total)
  if (rows.length === 0) return
  const cell = (name: string) => rows[0]?.[heads.indexOf(name)]
  expect(cell('id')).toBe(String(list.data[0].id))
  expect(cell(entity.title)).toBe(String(list.data[0][entity.title] ?? ''))
}

const statuses = new Map<string, Promise<number>>()

/** Pages share their scripts, so each is asked for once. */
function statusOf(path: string): Promise<number> {
  const asked = statuses.get(path) ?? ask(path).then(({ status }) => status)
  statuses.set(path, asked)
  return asked
}

const publicPages = Object.entries(screens).flatMap(([path, { entry }]) =>
  entry === 'public' ? [path] : [],
)

describe('a page for everybody', () => {
  // Shows: V1.2.1, V3.4.3, V14.2.3
  test.each(publicPages)(
    '%s is the shell, with a policy that lets no other script in',
    async (path) => {
      const { status, headers, text } = await ask(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = policyOf(headers)
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/)
      expect(policy).toMatch(/frame-ancestors 'none'$/)
      const nonce = /'nonce-([\w+/=]+)'/.exec(policy)?.[1] ?? 'none'
      expect(text).toContain(nonce)
      expect(text).not.toMatch(/__NONCE__|__APP_CONFIG__/)
      const scripts = [...text.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src = '']) => src)
      expect(scripts.length).toBeGreaterThan(0)
      expect(text.match(/<script(?![^>]*src=)/g)).toBeNull()
      for (const src of scripts) expect(await statusOf(src)).toBe(200)
    },
  )
})
