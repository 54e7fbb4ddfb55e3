import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('an organisation that is switched off is closed to the very next call', async () => {
  const padmin = await world.as('padmin')
  const other = await world.as('other')
  const id = world.organisations[1]
  for (let round = 0; round < 10; round++) {
    const { version } = (await padmin.get('/organisation', { id })).body.data
    for (const is_active of [false, true]) {
      const sent = { id, version: version + (is_active ? 1 : 0), is_active }
      expect((await padmin.post('/organisation', sent)).status).toBe(261)
      const status = (await other.get('/customers')).status
      expect(status, `round ${round}`).toBe(is_active ? 260 : 403)
    }
  }
})

// Shows: T19, V8.3.2
test('a restored or lowered membership counts from the very next call', async () => {
  const admin = await world.as('admin')
  for (let round = 0; round < 5; round++) {
    const manager = await world.as('manager')
    expect((await manager.get('/suppliers')).status).toBe(260)
    const [row] = (await admin.get('/memberships', { user_id: world.userIds.manager })).body.data
    expect((await admin.delete('/membership', { id: row.id })).status).toBe(262)
    expect((await manager.get('/suppliers')).status, `round ${round}`).toBe(401)
    expect((await admin.post('/membership/restore', { id: row.id })).status).toBe(200)
  }
})
