import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Parts } from './app.ts'
import { isSame } from './identity/digest.ts'

/** Liveness, readiness and figures for whoever watches over the server. */
export function mountHealth(app: FastifyInstance, { config, database }: Parts): void {
  const counts = new Map<string, number>()
  const delays = monitorEventLoopDelay()
  delays.enable()
  app.addHook('onClose', async () => delays.disable())
  app.addHook('onResponse', (request, reply, done) => {
    const key = `method="${request.method}",status="${reply.statusCode}"`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    done()
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reached = await database
      .read({ organisation_id: null, user_id: null }, (conn) => conn.query('select 1'))
      .then(() => true)
      .catch(() => false)
    if (reached && !app.farewell.hasBegun) return { status: 'ready' }
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4').send(metricsText(counts, delays))
  })
}

/** From loopback only, unless a token is set; then with the token from anywhere. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
}

type Delays = ReturnType<typeof monitorEventLoopDelay>

/** How late the one thread is, since it started: the wait of everybody who asks in that moment. */
const lateness = (delays: Delays, share: number) => (delays.percentile(share) / 1e9).toFixed(4)

function metricsText(counts: Map<string, number>, delays: Delays): string {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    '# TYPE http_requests_total counter',
    ...[...counts].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# TYPE process_heap_bytes gauge',
    `process_heap_bytes ${heapUsed}`,
    '# TYPE nodejs_eventloop_delay_seconds gauge',
    `nodejs_eventloop_delay_seconds{quantile="0.5"} ${lateness(delays, 50)}`,
    `nodejs_eventloop_delay_seconds{quantile="0.99"} ${lateness(delays, 99)}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime().toFixed(0)}`,
    '',
  ].join('\n')
}
