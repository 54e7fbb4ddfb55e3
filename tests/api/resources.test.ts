import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { routes } from '#server/routes.ts'
import { type Client, withKey } from '#tests/support/client.ts'
import { fitting, fittingChange, makeRow } from '#tests/support/fitting.ts'
import { makeFull, wordsOf } from '#tests/support/make.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Everything the kit promises of an entity, proved for every entity that has the plain verbs.
// Files, invoices, payments, rate updates, entries of the books and what banks tell are made from
// requests of their own shape and have suites of their own.
const special = new Set([
  ...['membership', 'user', 'organisation', 'role', 'file'],
  ...['rateupdate', 'supplierrateupdate', 'invoice', 'invoicepayment', 'billpayment'],
  ...['transaction', 'accounttransaction', 'message'],
  ...['bankaccount', 'banktransaction', 'bankstatement', 'bankrule', 'payeralias'],
  // The names of settings are given, and each takes values of its own.
  'organisationconfig',
])
const plain = entities.filter(
  (entity) =>
    !special.has(entity.name) &&
    ['PUT', 'POST', 'DELETE'].every((method) =>
      routes.some((entry) => entry.method === method && entry.path === `/${entity.name}`),
    ),
)

let world: World
let admin: Client
let padmin: Client
let other: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  other = await world.as('other')
})
afterAll(() => world.close())

const clientOf = (entity: Entity) => (entity.scope === 'platform' ? padmin : admin)

const create = (entity: Entity, given: Record<string, unknown> = {}) =>
  makeRow(clientOf(entity), entity, given)
const make = (entity: Entity, given: Record<string, unknown> = {}) =>
  fitting(clientOf(entity), entity, given)
/** Every field that can be sent, but nothing that the row hangs on. */
async function full(entity: Entity) {
  const alone = { reference_object: undefined, reference_id: undefined }
  return makeFull(entity, await make(entity, entity.fields.reference_object ? alone : {}))
}
const changeOf = (entity: Entity, row: Record<string, unknown>) =>
  fittingChange(clientOf(entity), entity, row)

test('the suite covers the entities of the product', () => {
  expect(plain.map((entity) => entity.name)).toEqual(
    expect.arrayContaining(['customer', 'supplier', 'partner', 'staff', 'note']),
  )
})

describe.each(plain.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const path = `/${entity.name}`
  const list = `/${entity.plural}`
  const isOwned = entity.scope === 'organisation'
  let client: Client
  beforeAll(() => {
    client = clientOf(entity)
  })

  test('only what is required is needed, and what was stored comes back', async () => {
    const sent = await make(entity)
    const made = await client.put(path, sent)
    expect(made.status, made.text).toBe(201)
    const read = await client.get(path, { id: made.body.data.id })
    expect(read.status).toBe(200)
    expect(read.body.data).toEqual(made.body.data)
    expect(read.body.data).toMatchObject({ ...sent, version: 1, deleted_at: null })
    expect(read.body.info.available_actions).toContainEqual(
      expect.objectContaining({ action: 'update', allowed: true }),
    )
  })

  test('under a key a row is stored, told and answered like one without', async () => {
    for (const send of [() => make(entity), () => full(entity)]) {
      const keyed = await client.put(path, await send(), withKey())
      expect(keyed.status, keyed.text).toBe(201)
      const read = await client.get(path, { id: keyed.body.data.id })
      expect(keyed.body.data).toEqual(read.body.data)
      const plainly = await client.put(path, await send(), {})
      expect(Object.keys(keyed.body.data)).toEqual(Object.keys(plainly.body.data))
      expect(keyed.body.message).toBe(plainly.body.message)
      expect(Object.keys(keyed.body.info)).toEqual(Object.keys(plainly.body.info))
      expect(keyed.body.info.available_actions).toEqual(plainly.body.info.available_actions)
      await scope(world.owner, world.organisations[0])
      const told = await Promise.all(
        [keyed, plainly].map(async ({ body }) => {
          const { rows } = await world.owner.query(
            `select action, object_version, actor_name, source, customer_id is null as is_nobodys,
               array(select jsonb_object_keys(changes) order by 1) as fields
             from history where object_class = $1 and object_id = $2
               -- One of them was looked at above, which is told of some records as well.
               and action <> 'opened_medical'`,
            [entity.name, body.data.id],
          )
          return rows
        }),
      )
      expect(told[0]).toHaveLength(1)
      expect(told[0]).toEqual(told[1])
    }
  })

  test('every field is stored, and masked ones never come back whole', async () => {
    const sent = await full(entity)
    const made = await client.put(path, sent)
    expect(made.status, made.text).toBe(201)
    for (const [name, field] of fieldsOf(entity)) {
      if (sent[name] === undefined) continue
      if (field.options.masked) expect(made.body.data[name], name).toMatch(/^••••\w{0,3}$/)
      else expect(made.body.data[name], name).toEqual(comparable(field.kind, sent[name]))
    }
  })

  // Shows: T03, V1.5.2, V15.3.3
  test('unknown fields and fields kept by the server are refused by name', async () => {
    const kept = fieldsOf(entity).filter(([, field]) => field.options.readonly)
    for (const name of [
      'nonsense',
      'id',
      'organisation_id',
      'created_at',
      ...kept.map(([n]) => n),
    ]) {
      const reply = await client.put(path, await make(entity, { [name]: '1' }))
      expect(reply.status, name).toBe(400)
      expect(reply.body.errors.map((error: { field: string }) => error.field)).toContain(name)
    }
  })

  // Shows: R08
  test('a change raises the version, and a change of an old version answers 474', async () => {
    const row = await create(entity)
    const change = await changeOf(entity, row)
    const first = await client.post(path, { ...change, id: row.id, version: 1 })
    expect(first.status, first.text).toBe(261)
    expect(first.body.data).toMatchObject({ ...change, version: 2 })
    const second = await client.post(path, {
      ...(await changeOf(entity, row)),
      id: row.id,
      version: 1,
    })
    expect(second.status).toBe(474)
    expect(second.body.data).toMatchObject({ ...change, version: 2 })
    expect(second.body.info.changed_by).toMatch(/^p?admin Test$/)
    expect((await client.post(path, { ...change, id: row.id })).status).toBe(400)
  })

  test('deleting is soft: the row leaves the list, answers 473 to changes, and can be restored', async () => {
    const row = await create(entity)
    expect((await client.delete(path, { id: row.id })).status).toBe(262)
    const gone = await client.get(list, { id: row.id })
    expect(gone.status).toBe(260)
    expect((await client.get(list, { id: row.id, deleted: 1 })).body.data).toHaveLength(1)
    expect((await client.get(path, { id: row.id })).body.data.deleted_at).not.toBeNull()
    expect(
      (await client.post(path, { ...(await changeOf(entity, row)), id: row.id, version: 2 }))
        .status,
    ).toBe(473)
    const restored = await client.post(`${path}/restore`, { id: row.id })
    expect(restored.body.data).toMatchObject({ deleted_at: null, version: 3 })
    expect((await client.get(list, { id: row.id })).body.data).toHaveLength(1)
  })

  test('a deletion of what somebody changed meanwhile answers 474', async () => {
    const row = await create(entity)
    const change = await changeOf(entity, row)
    await client.post(path, { ...change, id: row.id, version: 1 })
    const stale = await client.delete(path, { id: row.id, version: 1 })
    expect(stale.status, stale.text).toBe(474)
    expect((await client.get(path, { id: row.id })).body.data.deleted_at).toBeNull()
    expect((await client.delete(path, { id: row.id, version: 2 })).status).toBe(262)
  })

  for (const [name, field] of fieldsOf(entity)) {
    const target = entities.find((one) => one.name === field.options.target)
    // A row always has the parents it needs; the others differ from test to test.
    if (field.kind !== 'ref' || !target || field.options.isPart || !field.options.required) continue
    test(`it does not come back before the ${name} it belongs to`, async () => {
      const row = await create(entity)
      expect((await client.delete(path, { id: row.id })).status).toBe(262)
      await scope(world.owner, world.organisations[0])
      const archive = (deleted_at: string | null) =>
        world.owner.query(`update "${target.plural}" set deleted_at = $2 where id = $1`, [
          row[name],
          deleted_at,
        ])
      await archive('2026-11-01T00:00:00Z')
      const refused = await client.post(`${path}/restore`, { id: row.id })
      expect(refused.status, refused.text).toBe(473)
      expect((await client.get(path, { id: row.id })).body.data.deleted_at).not.toBeNull()
      await archive(null)
      expect((await client.post(`${path}/restore`, { id: row.id })).status).toBe(200)
    })
  }

  // Rows of the platform have no other organisation.
  if (isOwned)
    // Shows: T01, V8.2.2
    test('another organisation’s row does not exist', async () => {
      const row = await create(entity)
      const replies = await Promise.all([
        other.get(path, { id: row.id }),
        other.post(path, { ...(await changeOf(entity, row)), id: row.id, version: 1 }),
        other.post(path, { nonsense: 1, id: row.id }),
        other.delete(path, { id: row.id }),
        other.post(`${path}/restore`, { id: row.id }),
      ])
      expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404])
      expect((await other.get(list, { id: row.id })).status).toBe(260)
      expect((await other.delete(list, { ids: [row.id] })).body.data.refused).toMatchObject([
        { id: row.id, code: 404 },
      ])
      expect((await client.get(path, { id: row.id })).body.data.version).toBe(1)
    })

  test('the history tells who did what, field by field', async () => {
    const row = await create(entity)
    const change = await changeOf(entity, row)
    await client.post(path, { ...change, id: row.id, version: 1 })
    await client.delete(path, { id: row.id })
    const history = await client.get('/history', { object_class: entity.name, object_id: row.id })
    const actions = history.body.data.map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(['delete', 'update', 'create'])
    const { changes, actor_name } = history.body.data[1]
    expect(actor_name).toMatch(/^p?admin Test$/)
    const words = wordsOf(entity)
    expect(changes[words]).toEqual([row[words], change[words]])
    const seen = await other.get('/history', { object_class: entity.name, object_id: row.id })
    expect(seen.status).toBe(isOwned ? 404 : 403)
  })

  test('pages by cursor show every row once, in the order asked for', async () => {
    for (let made = 0; made < 5; made++) await create(entity)
    const all = (await client.get(list, { order: '-id', limit: 500 })).body
    const seen: number[] = []
    let cursor = ''
    do {
      const page = await client.get(list, { order: '-id', limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.body.data.map((row: { id: number }) => row.id))
      cursor = page.body.info.next_cursor ?? ''
    } while (cursor)
    expect(seen).toEqual(all.data.map((row: { id: number }) => row.id))
    expect(all.info.total).toBe(seen.length)
  })

  test('every column can be sorted by and filtered on, and bad ones are refused', async () => {
    const row = await create(entity)
    for (const column of [...Object.keys(entity.fields), 'id', 'created_at', 'version']) {
      const field = entity.fields[column]
      const refused = field?.options.masked
      const filtered = await client.get(list, { [`${column}.null`]: 'false', limit: 1 })
      expect([200, 260], `${column}: ${filtered.text}`).toContain(refused ? 200 : filtered.status)
      if (refused) expect(filtered.status).toBe(400)
      const sorted = await client.get(list, { order: `-${column},id`, limit: 1 })
      const isSortable =
        !refused &&
        !['refs', 'emails', 'connections', 'json', 'richText'].includes(field?.kind ?? '')
      expect(sorted.status, column).toBe(isSortable ? 200 : 400)
    }
    const one = await client.get(list, { [entity.title]: String(row[entity.title]) })
    expect(one.body.data.map((found: { id: number }) => found.id)).toContain(row.id)
    for (const query of [
      { nonsense: 1 },
      { order: 'nonsense' },
      { fields: 'nonsense' },
      { cursor: '!' },
    ])
      expect((await client.get(list, query)).status).toBe(400)
    expect((await client.get(list, { limit: 501 })).status).toBe(400)
    expect((await client.get(list, { limit: 0 })).status).toBe(entity.full ? 200 : 400)
  })

  test('the same key does a thing once, another body under it is refused', async () => {
    const sent = await make(entity)
    const key = withKey()
    const first = await client.put(path, sent, key)
    const again = await Promise.all(Array.from({ length: 5 }, () => client.put(path, sent, key)))
    for (const reply of again) {
      expect(reply.status).toBe(201)
      expect(reply.text).toBe(first.text)
      expect(reply.headers['idempotent-replayed']).toBe('true')
    }
    expect((await client.put(path, await make(entity), key)).status).toBe(409)
  })

  test('a change, a deletion’s restore and their repeats under one key happen once', async () => {
    const row = await create(entity)
    const change = { ...(await changeOf(entity, row)), id: row.id, version: 1 }
    const key = withKey()
    const changed = await Promise.all(
      Array.from({ length: 10 }, () => client.post(path, change, key)),
    )
    expect(new Set(changed.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(changed[0]?.status).toBe(261)
    const otherBody = { ...(await changeOf(entity, row)), id: row.id, version: 2 }
    expect((await client.post(path, otherBody, key)).status).toBe(409)
    await client.delete(path, { id: row.id })
    const restoreKey = withKey()
    const restored = [
      await client.post(`${path}/restore`, { id: row.id }, restoreKey),
      await client.post(`${path}/restore`, { id: row.id }, restoreKey),
    ]
    expect(restored.map((reply) => reply.status)).toEqual([200, 200])
    expect((await client.get(path, { id: row.id })).body.data.version).toBe(4)
  })

  test('ten at once under one key make one row', async () => {
    const sent = await make(entity)
    const key = withKey()
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.put(path, sent, key)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1)
  })

  // Shows: T09, R26
  test('the CSV holds the current view, with formulas made harmless', async () => {
    const row = await create(entity, { [wordsOf(entity)]: '=1+1 <Māori>' })
    const csv = await client.get(`${list}/csv`, { id: row.id })
    expect(csv.headers['content-disposition']).toMatch(
      new RegExp(`filename="${entity.fileName}-\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d\\.csv"`),
    )
    const [header, line, rest] = csv.text.split('\n')
    expect(header?.startsWith('\ufeff')).toBe(true)
    expect(line).toContain(`"'=1+1 <Māori>"`)
    expect(rest).toBe('')
    for (const [name, field] of fieldsOf(entity))
      if (field.options.masked) expect(header).not.toContain(name)
  })
})

function comparable(kind: string, value: unknown): unknown {
  const isTrimmed = ['rate', 'percent', 'quantity'].includes(kind)
  const isDecimal = isTrimmed && typeof value === 'string' && value.includes('.')
  return isDecimal ? value.replace(/\.?0+$/, '') : value
}
