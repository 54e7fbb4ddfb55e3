import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { keyOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Database } from '#server/kit/database/database.ts'
import { toldError } from '#server/kit/database/told-error.ts'
import { failureOf } from '#server/kit/http/answer.ts'
import { compressAnswer } from '#server/kit/http/compress-answer.ts'
import { boundConnections, connectionOptions } from '#server/kit/http/connection-limits.ts'
import type { Clock } from '#server/kit/http/context.ts'
import { bodyLimit, hangUp, UNASKED_BYTES } from '#server/kit/http/large-body.ts'
import { openApiRoute } from '#server/kit/http/openapi.ts'
import { handle } from '#server/kit/http/pipeline.ts'
import { makeRequestLog } from '#server/kit/http/request-log.ts'
import type { Route } from '#server/kit/http/route.ts'
import { keepBytes } from '#server/kit/http/signed-body.ts'
import type { Config } from '#server/kit/start/config.ts'
import { readBuiltPage } from './built-page.ts'
import { mountFarewell } from './farewell.ts'
import { mountHealth } from './health.ts'
import { closeActorCache } from './identity/actor-cache.ts'
import { gate } from './identity/authenticate.ts'
import { mountUnsubscribe } from './messaging/checks/unsubscribe-page.ts'
import { mountPages } from './pages.ts'
import { routes } from './routes.ts'

export interface Parts {
  config: Config
  database: Database
  clock: Clock
}

/** The whole server but its port: what runs in production runs in the tests. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: process.env.LOG_LEVEL ?? (parts.config.production ? 'error' : 'warn'),
      serializers: { err: toldError },
    },
    // Of calls that no route knows; routes have their own.
    bodyLimit: UNASKED_BYTES,
    ...connectionOptions(parts.config),
    // The one proxy in front tells the truth; what came to it in the same header is hearsay.
    trustProxy: parts.config.trustProxy ? (_address, hop) => hop === 0 : false,
    // Our own request log keeps what is needed, without addresses and headers.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `REF-${randomUUID().slice(-10).toUpperCase()}`,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  })
  boundConnections(app.server, parts.config)
  // Only JSON is taken: a form of another site can send plain text without asking first.
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  const log = makeRequestLog(parts.database)
  app.addHook('onClose', async () => {
    await Promise.all([log.close(), closeActorCache(parts.database)])
  })
  if (parts.config.production) app.addHook('onRequest', refusePlainHttp)
  const page = readBuiltPage()
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(securityHeaders)
    // A page that was loaded before a newer build was put in place sees it by this.
    reply.header('x-build', page.build)
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', API_CSP)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https')
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request.id, request.routeOptions.bodyLimit)
    if (failure.status >= 500 && failure.cause) request.log.error(failure.cause)
    if (failure.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds)
    hangUp(request, reply)
    reply.code(failure.status).header('cache-control', 'no-store').send(failure.body)
  })
  mountFarewell(app)
  mountApi(app, parts, log)
  mountHealth(app, parts)
  mountUnsubscribe(app, parts)
  await mountPages(app, parts, page)
  return app
}

function mountApi(app: FastifyInstance, parts: Parts, log: ReturnType<typeof makeRequestLog>) {
  const all = [...routes, openApiRoute(routes, parts.config.appTitle)]
  const offered = new Set(all.map(({ target, action }) => `${target?.name} ${action}`))
  const known = {
    ...parts,
    offers: (entity: Entity, action: string) => offered.has(`${entity.name} ${action}`),
  }
  refuseUnguarded(all)
  const mount = (place: FastifyInstance, entry: Route) =>
    place.route({
      method: entry.method,
      url: `/api/v1${entry.path}`,
      ...handle(entry, known, gate, log),
      bodyLimit: bodyLimit(entry),
      ...(entry.compressed ? { onSend: compressAnswer } : {}),
    })
  const plain = all.filter(({ receive, signedBy }) => !receive && !signedBy)
  for (const entry of plain) mount(app, entry)
  // In a place of their own: everywhere else a form is refused before it is read.
  app.register(async (place) => {
    await place.register(multipart)
    for (const entry of all.filter(({ receive }) => receive)) mount(place, entry)
  })
  app.register(async (place) => {
    keepBytes(place)
    for (const entry of all.filter(({ signedBy }) => signedBy)) mount(place, entry)
  })
  app.all('/api/*', (request, reply) => {
    const failure = failureOf(new Problem('pageNotFound'), request.id)
    reply.code(failure.status).send(failure.body)
  })
}

// Inputs are checked by the entities’ own schemas and answers are ready JSON: Fastify’s compilers of
// JSON Schema would only take memory.
function noSchemas(): never {
  throw new Error('A route checks its input in the pipeline, not by a JSON Schema of its own.')
}

/** Passwords and cookies never cross a network in the clear; probes of the machine itself may. */
function refusePlainHttp(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const isProbe = ['/healthz', '/readyz', '/metrics'].includes(request.url)
  if (request.protocol === 'https' || isProbe) {
    done()
    return
  }
  const message = 'Please use the secure address that begins with https.'
  const failure = failureOf(new Problem('forbidden', { message }), request.id)
  reply.code(failure.status).send(failure.body)
}

/** A route without a policy, mounted twice, or open to anybody for anything, does not start. */
export function refuseUnguarded(all: readonly Route[]): void {
  const seen = new Set<string>()
  for (const entry of all) {
    if (!entry.policy?.from) throw new Error(`${keyOf(entry)} has no policy.`)
    if (entry.policy.from === 'guest' && !entry.shows && !entry.sends)
      throw new Error(`${keyOf(entry)} is open to guests and does not say what they may see.`)
    if (entry.takesBytes && !entry.knock)
      throw new Error(`${keyOf(entry)} would read large bodies of anybody.`)
    if (seen.has(keyOf(entry))) throw new Error(`${keyOf(entry)} is mounted twice.`)
    seen.add(keyOf(entry))
  }
}

const API_CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // The file window is opened by our own page and must stay reachable from it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}
