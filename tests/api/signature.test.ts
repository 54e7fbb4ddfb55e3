import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('everybody has one default signature and changes only their own', async () => {
  const user = await world.as('user')
  expect((await user.get('/signature/default')).status).toBe(260)
  const first = await user.put('/signature', {
    name: 'Aroha',
    signature_type: 'typed',
    is_default: true,
  })
  expect(first.status, first.text).toBe(201)
  expect(first.body.data.user_id).toBe(world.userIds.user)
  const drawing = {
    signature_type: 'drawn',
    strokes: [
      [
        [1, 1],
        [9, 9],
      ],
    ],
  }
  const second = await user.put('/signature', { name: 'Aroha Ngata', ...drawing, is_default: true })
  expect((await user.get('/signature/default')).body.data.id).toBe(second.body.data.id)
  const manager = await world.as('manager')
  expect((await manager.get('/signature/default')).status).toBe(260)
  const { id, version } = second.body.data
  expect((await manager.post('/signature', { id, version, name: 'Mine' })).status).toBe(403)
  expect((await manager.delete('/signature', { id })).status).toBe(403)
  const back = { id: first.body.data.id, version: 2, is_default: true }
  expect((await user.post('/signature', back)).status).toBe(261)
  expect((await user.get('/signature/default')).body.data.id).toBe(first.body.data.id)
  const empty = { name: 'Aroha', signature_type: 'drawn' }
  expect((await user.put('/signature', empty)).status).toBe(400)
})
