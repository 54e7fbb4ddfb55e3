import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetched } from '#tests/support/wire.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const BOUND = 20

let world: World
let origin: string
beforeAll(async () => {
  world = await makeWorld({ maxConnections: BOUND })
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

async function opened(): Promise<Socket> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

// Shows: T22
test('who comes when all places are taken is turned away, and the server lives on', async () => {
  const sockets = await Promise.all(Array.from({ length: BOUND + 15 }, opened))
  await pause(200)
  const left = sockets.filter((socket) => !socket.readableEnded && !socket.destroyed)
  expect(left.length).toBeLessThanOrEqual(BOUND)
  const first = sockets[0] as Socket // There are more than none.
  first.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = await once(first, 'data')
  expect(String(answer)).toContain('200 OK')
  for (const socket of sockets) socket.destroy()
  await pause(200)
  expect((await fetched(`${origin}/healthz`)).status).toBe(200)
})

test('every limit of a connection is set', () => {
  const { server } = world.app
  expect(server.requestTimeout).toBe(120_000)
  expect(server.headersTimeout).toBe(20_000)
  expect(server.timeout).toBe(180_000)
  expect(server.keepAliveTimeout).toBe(72_000)
  expect(server.maxHeadersCount).toBe(100)
})
