import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  ;[user, manager, admin] = await Promise.all([
    world.as('user'),
    world.as('manager'),
    world.as('admin'),
  ])
})
afterAll(() => world.close())

test('a contact is kept as it is written to, once', async () => {
  const reply = await user.put('/messageblacklist', { contact: '021 555 9999', type: 'sms' })
  expect(reply.body.data).toMatchObject({
    contact: '+64215559999',
    blocks: 'everything',
    source: 'staff',
  })
  const again = await user.put('/messageblacklist', { contact: '+64 21 555 9999', type: 'all' })
  expect(again.status).toBe(472)
  const wrong = await user.put('/messageblacklist', { contact: 'somebody', type: 'all' })
  expect(wrong.status).toBe(400)
})

const change = (client: Client, row: { id: number; version: number }, values: object) =>
  client.post('/messageblacklist', { id: row.id, version: row.version, ...values })
async function listed(contact: string, source: string) {
  const { rows } = await world.owner.query(
    `insert into messageblacklists (organisation_id, contact, type, blocks, source, reason)
     values ($1, $2, 'all', 'everything', $3, 'They said so') returning id, version`,
    [world.organisations[0], contact, source],
  )
  return { ...rows[0], id: Number(rows[0].id) }
}

test.each(['stop', 'complaint', 'bounce', 'unsubscribe', 'import'])(
  'what came by %s is undone by nobody below a manager',
  async (source) => {
    const row = await listed(`${source}@example.co.nz`, source)
    for (const values of [{ blocks: 'promotional' }, { reason: 'A mistake' }]) {
      const refused = await change(user, row, values)
      expect(refused.status, refused.text).toBe(403)
      expect(refused.body.errors).toMatchObject([{ field: Object.keys(values)[0] }])
    }
    expect((await user.delete('/messageblacklist', { id: row.id })).status).toBe(403)
    const loosened = await change(manager, row, { blocks: 'promotional' })
    expect(loosened.body.data).toMatchObject({ blocks: 'promotional', source })
    expect((await manager.delete('/messageblacklist', { id: row.id })).status).toBe(262)
    expect((await user.post('/messageblacklist/restore', { id: row.id })).status).toBe(403)
  },
)

test('what staff noted is made stricter by anybody, and looser by managers', async () => {
  const asked = { contact: 'quieter@example.co.nz', type: 'email', blocks: 'promotional' }
  const row = (await user.put('/messageblacklist', asked)).body.data
  const stricter = await change(user, row, { blocks: 'everything', reason: 'Asked by phone' })
  expect(stricter.body.data).toMatchObject({ blocks: 'everything', reason: 'Asked by phone' })
  const looser = { blocks: 'promotional' }
  expect((await change(user, stricter.body.data, looser)).status).toBe(403)
  expect((await change(manager, stricter.body.data, looser)).status).toBe(261)
})

test('an entry stays with its contact and channel, whoever changes it', async () => {
  const row = await listed('moved@example.co.nz', 'stop')
  for (const values of [{ contact: 'other@example.co.nz' }, { type: 'email' }])
    for (const client of [user, manager, admin]) {
      const refused = await change(client, row, values)
      expect(refused.status, refused.text).toBe(476)
    }
  const same = { contact: 'MOVED@example.co.nz', reason: 'Still so' }
  expect((await change(manager, row, same)).status).toBe(261)
})
