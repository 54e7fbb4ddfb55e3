import { Agent, request as ask } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#tests/support/demo-database.ts'
import { signInOver } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'

// A server that is asked to stop lets everybody finish: whoever looks at /readyz, as a load balancer
// does, loses no call.
const rounds = process.env.HEAVY ? 20 : 2
const callers = 20
const calls = 2000

let both: TwoServers
beforeAll(async () => {
  both = await startTwoServers({ WORKER: '0' })
})
afterAll(() => both.stop())

interface Answered {
  status: number
  closes: boolean
}

function call(agent: Agent, url: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = ask(`${url}/api/v1/options`, { agent }, (reply) => {
      reply.resume()
      const closes = reply.headers.connection === 'close'
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, closes }))
      reply.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Sends new calls where /readyz says yes; it asks often, as one that is in a hurry does. */
function balance(servers: ServerProcess[]) {
  const ready = new Set(servers)
  const watching = setInterval(async () => {
    for (const server of ready) {
      const isReady = await fetch(`${server.url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (!isReady) ready.delete(server)
    }
  }, 50)
  let turn = 0
  return {
    next: () => [...ready][turn++ % ready.size]?.url ?? '',
    stop: () => clearInterval(watching),
  }
}

test(`${rounds} times a server is asked to stop among ${calls} calls: none is cut, and it is gone in time`, async () => {
  let [leaving, staying] = both.servers
  for (let round = 1; round <= rounds; round++) {
    const balancer = balance([leaving, staying])
    const agent = new Agent({ keepAlive: true, maxSockets: callers })
    const answered: Answered[] = []
    const cut: string[] = []
    let begunAt = 0
    const calling = Array.from({ length: callers }, async () => {
      while (answered.length + cut.length < calls) {
        if (begunAt === 0 && answered.length > calls / 4) {
          begunAt = performance.now()
          leaving.signal('SIGTERM')
        }
        await call(agent, balancer.next()).then(
          (answer) => answered.push(answer),
          (error) => cut.push(String(error)),
        )
      }
    })
    await Promise.all(calling)
    const { code } = await leaving.exited
    expect(code).toBe(0)
    expect(performance.now() - begunAt).toBeLessThan(10_000)
    balancer.stop()
    agent.destroy()
    expect(cut).toEqual([])
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]))
    // Those who called meanwhile were told not to come back by the same connection.
    expect(answered.some(({ closes }) => closes)).toBe(true)
    ;[leaving, staying] = [staying, await both.another()]
  }
}, 600_000)

test('a database host that falls silent is told within ten seconds, and forgotten when it is back', async () => {
  const server = await both.another()
  const manager = await signInOver(server.url, 'manager', demoPassword)
  const status = () => fetch(`${server.url}/readyz`).then(({ status }) => status)
  expect(await status()).toBe(200)
  both.wire.silence()
  const begun = performance.now()
  expect(await status()).toBe(503)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect((await manager.get('/customers?limit=1')).status).toBe(503)
  expect(performance.now() - begun).toBeLessThan(20_000)
  both.wire.mend()
  for (let tries = 0; tries < 40 && (await status()) !== 200; tries++) await sleep(250)
  expect((await manager.get('/customers?limit=1')).status).toBe(200)
})
