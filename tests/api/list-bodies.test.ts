import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

test('lists asked for at once never show a part of another one, however slowly they are read', async () => {
  const user = await world.as('user')
  for (let n = 0; n < 30; n++) await user.put('/customer', { name: `Customer ${n}` })
  const { body } = await user.put('/apikey', {})
  const headers = { authorization: `Key ${body.data.api_key}` }
  const orders = ['name', '-name', 'id', '-id', 'created_at,id']
  const known = await Promise.all(orders.map((order) => read(order, headers, 0)))
  expect(new Set(known).size).toBeGreaterThan(2)
  const asked = Array.from({ length: 60 }, (_, n) => n)
  const seen = await Promise.all(
    asked.map((n) => read(orders[n % orders.length] ?? '', headers, (n % 3) * 20)),
  )
  expect(seen).toEqual(asked.map((n) => known[n % orders.length]))
})

async function read(order: string, headers: Record<string, string>, pauseMs: number) {
  const address = world.app.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const path = `/api/v1/customers?order=${order}`
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, resolve).on('error', reject).end()
  })
  await sleep(pauseMs)
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return text
}
