import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    farewell: Farewell
  }
}

/** How a server takes its leave without cutting anybody off. */
export interface Farewell {
  readonly hasBegun: boolean
  /** Says no to /readyz and lets every answer close its connection, until nobody calls any more. */
  begin(): Promise<void>
}

/** Nobody who was sent elsewhere is still on the way here after this long without a call. */
const quietMs = 250
/** Whoever does not look at /readyz meanwhile finds the door closed. */
const longestMs = 3000

const probes = new Set(['/healthz', '/readyz', '/metrics'])

export function mountFarewell(app: FastifyInstance): void {
  let hasBegun = false
  let lastCallAt = 0
  app.addHook('onRequest', (request, _reply, done) => {
    if (!probes.has(request.url)) lastCallAt = performance.now()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The caller's next request then comes by a new connection, to a server that stays.
    if (hasBegun) reply.header('connection', 'close')
    done()
  })
  app.decorate('farewell', {
    get hasBegun() {
      return hasBegun
    },
    async begin() {
      hasBegun = true
      const begunAt = performance.now()
      while (performance.now() - Math.max(lastCallAt, begunAt) < quietMs) {
        if (performance.now() - begunAt > longestMs) return
        await sleep(25)
      }
    },
  })
}
