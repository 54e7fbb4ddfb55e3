import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let clients: Client[]

beforeAll(async () => {
  world = await makeWorld()
  clients = [await world.as('user'), await world.as('manager')]
})
afterAll(() => world.close())

// Shows: R08
test('fifty people saving at once never overwrite one another', async () => {
  const [first] = clients
  const made = await first?.put('/customer', make(customer))
  const id = made?.body.data.id
  const winners = new Map<number, string>()
  // Each saver reads, then saves from what it read; losers read again and try again.
  async function save(place: number): Promise<void> {
    const client = clients[place % clients.length] as Client // The list is never empty.
    for (let tries = 0; tries < 100; tries++) {
      const { data } = (await client.get('/customer', { id })).body
      const city = `Town ${place}`
      const reply = await client.post('/customer', { id, version: data.version, city })
      if (reply.status === 261) {
        expect(winners.has(reply.body.data.version)).toBe(false)
        winners.set(reply.body.data.version, city)
        return
      }
      expect(reply.status).toBe(474)
      expect(reply.body.data.version).toBeGreaterThan(data.version)
      expect(reply.body.info.changed_by).toMatch(/Test$/)
    }
    throw new Error(`Saver ${place} never got through.`)
  }
  await Promise.all(Array.from({ length: 50 }, (_, place) => save(place)))
  const { data } = (await clients[0]?.get('/customer', { id }))?.body ?? {}
  expect(data.version).toBe(51)
  expect(winners.size).toBe(50)
  expect(data.city).toBe(winners.get(51))
}, 60_000)

// Shows: R08
test('fifty saves from one version leave one winner', async () => {
  const [first] = clients
  const made = await first?.put('/customer', make(customer))
  const { id } = made?.body.data ?? {}
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      (clients[place % 2] as Client).post('/customer', { id, version: 1, suburb: `S${place}` }),
    ),
  )
  const statuses = replies.map((reply) => reply.status).sort()
  expect(statuses.filter((status) => status === 261)).toHaveLength(1)
  expect(statuses.filter((status) => status === 474)).toHaveLength(49)
})

test('fifty changes of one draft from one version leave one winner, and its amounts', async () => {
  const manager = clients[1] as Client
  const made = await manager.put('/invoice', {
    customer_id: (await manager.put('/customer', make(customer))).body.data.id,
    lines: [{ name: 'Energy', quantity: '1', rate: '1.00', unit: 'each' }],
  })
  const { id, version } = made.body.data
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      (clients[place % 2] as Client).post('/invoice', {
        id,
        version,
        lines: [{ name: 'Energy', quantity: String(place + 2), rate: '1.00', unit: 'each' }],
      }),
    ),
  )
  const winners = replies.flatMap((reply, place) => (reply.status === 261 ? [place] : []))
  expect(winners).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 474)).toHaveLength(49)
  const { data } = (await manager.get('/invoice', { id })).body
  expect(data.lines[0].quantity).toBe(String((winners[0] ?? 0) + 2))
  expect((await manager.get('/invoice/verify', { id })).body.data).toMatchObject({ isProved: true })
})
