import { Agent, request as ask } from 'node:http'
import type { ServerProcess } from './server-process.ts'

interface Answered {
  status: number
  /** The caller is told not to come back by the same connection. */
  closes: boolean
}

/** One call by one of the kept connections; fails where it is cut. */
function callBy(agent: Agent, url: string): Promise<Answered> {
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

/** So many calls by so many callers who keep their connections; in the middle one server is told. */
export async function callAmong(
  servers: [ServerProcess, ServerProcess],
  given: { calls: number; callers: number; inTheMiddle: () => void },
) {
  const balancer = balance(servers)
  const agent = new Agent({ keepAlive: true, maxSockets: given.callers })
  const answered: Answered[] = []
  const cut: string[] = []
  let isTold = false
  const calling = Array.from({ length: given.callers }, async () => {
    while (answered.length + cut.length < given.calls) {
      if (!isTold && answered.length > given.calls / 4) {
        isTold = true
        given.inTheMiddle()
      }
      await callBy(agent, balancer.next()).then(
        (answer) => answered.push(answer),
        (error) => cut.push(String(error)),
      )
    }
  })
  await Promise.all(calling)
  balancer.stop()
  agent.destroy()
  return { answered, cut }
}
