import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { isWithin } from '#domain/access/key-scope.ts'
import { atLeast, rankOf } from '#domain/access/role.ts'
import { isHarmless, type Policy } from '#domain/kit/call.ts'
import { empty, Problem, type ProblemName } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { bytesOf, type Failure, failureOf, orEmpty } from './answer.ts'
import { type Actor, type Context, nobody, scopeOf } from './context.ts'
import { answerOnce } from './idempotency.ts'
import type { Recorded } from './kept-answers.ts'
import { hangUp, isLarge, refuseByFrame } from './large-body.ts'
import { onlyShown } from './only-shown.ts'
import type { RequestLog } from './request-log.ts'
import type { Answer, Route, TextFile } from './route.ts'
import { signedBody } from './signed-body.ts'
import { dropUploads } from './uploaded-file.ts'

/** What the pipeline needs from the identity module, which it must not import. */
export interface Gate {
  /** Null for a guest; throws when a session or key is shown but no longer holds. */
  authenticate(ctx: Context): Promise<Actor | null>
  /** Throws unless the page that sends a change is ours. */
  checkCsrf(ctx: Context, headers: FastifyRequest['headers']): void
  /** Told of every refusal by role, step-up or impersonation, before it is answered. */
  noteRefusal(ctx: Context, entry: Route, refusal: ProblemName): Promise<void>
  /** Throws where a key names a record that it is not made for, though the call itself is. */
  admitNamedRecords(ctx: Context, entry: Route, raw: Cells): Promise<void>
  /** Gives guests and fresh pages the cookie they must repeat. */
  offerCsrf(ctx: Context): void
}

const STEP_UP_MS = 5 * 60_000

type Parts = Omit<Context, 'guest' | 'actor' | 'request' | 'answer' | 'afterCommit'>

/**
 * Every call runs through here, in the catalogue's order of checks: framing, 401, CSRF, replay,
 * 404, 403, 400, field rules, then what the handler itself refuses. Of whoever sends a large body
 * 401 and 403 are asked before it is read.
 */
export function handle(entry: Route, parts: Parts, gate: Gate, log: RequestLog) {
  const asked = new WeakMap<FastifyRequest, Call>()
  const begin = (request: FastifyRequest): Call => ({
    started: performance.now(),
    ctx: { ...parts, ...contextOf(request), guest: true, actor: nobody },
  })
  const end = ({ ctx, started }: Call, status: number, failure: Failure | null) =>
    log.add(ctx, entry, status, performance.now() - started, failure)

  const preParsing: preParsingHookHandler = (request, reply, payload, done) => {
    if (!isLarge(request)) {
      done(null, payload)
      return
    }
    const call = begin(request)
    admitBody(entry, call.ctx, request, gate).then(
      () => {
        asked.set(request, call)
        done(null, payload)
      },
      (error) => {
        const failure = refuse(request, reply, call.ctx, error)
        end(call, failure.status, failure)
      },
    )
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = asked.get(request)
    const call = known ?? begin(request)
    const { ctx } = call
    let failure: Failure | null = null
    try {
      if (!known) await identify(entry, ctx, request, gate)
      send(reply, ctx, await answerOf(entry, ctx, request, gate))
    } catch (error) {
      failure = refuse(request, reply, ctx, error)
    }
    end(call, reply.statusCode, failure)
    return reply
  }
  return entry.method === 'GET' ? { handler } : { handler, preParsing }
}

async function answerOf(
  entry: Route,
  ctx: Context,
  request: FastifyRequest,
  gate: Gate,
): Promise<Answer | Recorded> {
  try {
    const raw = await inputFrom(entry, request, ctx)
    const answer = onlyShown(entry, ctx, await perform(entry, ctx, raw, request, gate))
    for (const after of ctx.afterCommit) await after()
    return answer
  } finally {
    if (entry.receive) await dropUploads(request)
  }
}

interface Call {
  ctx: Context
  started: number
}

async function identify(
  entry: Route,
  ctx: Context,
  request: FastifyRequest,
  gate: Gate,
): Promise<void> {
  // Another system has neither session nor page: its handler looks at the signature.
  if (entry.signedBy) return
  const actor = await gate.authenticate(ctx)
  if (actor) Object.assign(ctx, { actor, guest: false })
  else if (entry.policy.from !== 'guest') throw new Problem('unauthorised')
  if (entry.method !== 'GET' && ctx.actor.via === 'session') gate.checkCsrf(ctx, request.headers)
  gate.offerCsrf(ctx)
}

/** Everything that can be known of a call without its body. */
async function admitBody(
  entry: Route,
  ctx: Context,
  request: FastifyRequest,
  gate: Gate,
): Promise<void> {
  refuseByFrame(entry, request)
  await identify(entry, ctx, request, gate)
  await entry.knock?.(ctx, request.params as Record<string, string>) // Fastify cuts the address so.
  const refusal = refusalOf(ctx, entry)
  if (!refusal) return
  await gate.noteRefusal(ctx, entry, refusal)
  throw new Problem(refusal)
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Context,
  error: unknown,
): Failure {
  const failure = failureOf(error, ctx.request.id)
  if (failure.status >= 500 && failure.cause) request.log.error(failure.cause)
  if (failure.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds)
  decorate(reply, ctx)
  hangUp(request, reply)
  reply.code(failure.status).send(failure.body)
  return failure
}

async function perform(
  entry: Route,
  ctx: Context,
  raw: Record<string, unknown>,
  request: FastifyRequest,
  gate: Gate,
): Promise<Answer | Recorded> {
  const key = keyOf(entry, request)
  const admission = admit(entry, ctx, raw)
  const input = () => {
    if ('error' in admission) throw admission.error
    return admission.input
  }
  try {
    if (ctx.actor.scope && 'input' in admission) await gate.admitNamedRecords(ctx, entry, raw)
    if ('run' in entry) {
      const answer = orEmpty(entry, await entry.run(ctx, input()))
      return await seenOrNone(entry, ctx, raw, answer)
    }
    if (key) {
      const reserved =
        'input' in admission ? await entry.reserve?.(ctx, admission.input) : undefined
      return await answerOnce(ctx, entry, key, raw, {
        work: async (conn) => entry.write(ctx, conn, input(), reserved),
        isUndone: reserved !== undefined,
      })
    }
    const checked = input()
    return await ctx.database.write(scopeOf(ctx), (conn) => entry.write(ctx, conn, checked))
  } catch (error) {
    if (!('error' in admission) || error !== admission.error) throw error
    // Only here, where no connection is held: callers who hold one and wait for a second would
    // all wait for each other.
    if (admission.refusal) await gate.noteRefusal(ctx, entry, admission.refusal)
    throw await unlessUnseen(entry, ctx, raw, error)
  }
}

type Admission = { input: unknown } | { error: unknown; refusal: ProblemName | null }

/** Decided before anything is looked up, told only once the call turns out not to be a replay. */
function admit(entry: Route, ctx: Context, raw: Record<string, unknown>): Admission {
  const refusal = refusalOf(ctx, entry)
  if (refusal) return { error: new Problem(refusal), refusal }
  if (!entry.input) return { input: raw }
  try {
    return { input: validate(entry.input, raw, entry.target) }
  } catch (error) {
    return { error, refusal }
  }
}

/** Nothing to tell of a row may mean that there is no such row here. */
async function seenOrNone(
  entry: Route,
  ctx: Context,
  raw: Record<string, unknown>,
  answer: Answer,
): Promise<Answer> {
  if (answer.status !== empty || !entry.target) return answer
  const unseen = await unlessUnseen(entry, ctx, raw, null)
  if (unseen) throw unseen
  return answer
}

/** What is outside the organisation answers 404 whatever else is wrong: ids tell nothing. */
async function unlessUnseen(
  entry: Route,
  ctx: Context,
  raw: Record<string, unknown>,
  error: unknown,
): Promise<unknown> {
  const { target } = entry
  if (!target || ctx.guest) return error
  // Rows of the platform are no organisation's: who may not read them learns of none.
  if (target.scope === 'platform' && !atLeast(ctx.actor.role, target.access.read)) return error
  const id = idSchema.safeParse(raw.id)
  if (!id.success) return error
  const seen = await ctx.database.read(scopeOf(ctx), (conn) =>
    isVisible(conn, target, id.data, ctx.actor.organisation_id),
  )
  return seen ? error : new Problem('notFound', { fill: { what: target.label.toLowerCase() } })
}

/** Why this actor may not call this route, if so. */
export function refusalOf(
  ctx: Context,
  entry: Pick<Route, 'method' | 'path' | 'policy'>,
): ProblemName | null {
  const { actor } = ctx
  const { policy } = entry
  if (policy.from === 'guest') return null
  if (rankOf(actor.role) < rankOf(policy.from) && !isOwnAccount(actor, policy)) return 'forbidden'
  if (actor.organisation_id === null && !policy.withoutOrganisation) return 'forbidden'
  if (actor.via === 'key' && policy.apiKey === false) return 'forbidden'
  if (actor.scope && !isWithin(actor.scope, entry)) return 'forbidden'
  if (actor.impersonator_id !== null && !isHarmless(entry)) return 'impersonating'
  const isProved = ctx.clock.now().getTime() - Date.parse(actor.proved_at) < STEP_UP_MS
  if (policy.stepUp && !isProved) return 'stepUp'
  return null
}

// A confirmed user without a membership ranks as guest, yet may look after their own account.
function isOwnAccount(actor: Actor, policy: Policy): boolean {
  return policy.withoutOrganisation === true && policy.from === 'user' && actor.user_id > 0
}

function keyOf(entry: Route, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || entry.replayed === false) return null
  if (entry.method !== 'PUT' && entry.method !== 'POST') return null
  if (key.length < 8 || key.length > 200) {
    const message = 'An Idempotency-Key has 8 to 200 characters.'
    throw new Problem('badRequest', {
      errors: [{ field: 'Idempotency-Key', code: 'bad_request', message }],
    })
  }
  return key
}

async function inputFrom(
  entry: Route,
  request: FastifyRequest,
  ctx: Context,
): Promise<Record<string, unknown>> {
  if (entry.signedBy) return signedBody(entry.signedBy, request)
  if (entry.receive && request.isMultipart()) return entry.receive.read(request, ctx)
  return rawInput(entry, request)
}

const MAX_DEPTH = 20

function rawInput(entry: Route, request: FastifyRequest): Record<string, unknown> {
  const query = (request.query ?? {}) as Record<string, unknown> // Fastify parses it to an object.
  if (entry.method === 'GET') return { ...query, ...(request.params as object) }
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body) || isTooDeep(body))
    throw new Problem('badRequest')
  const named = entry.method === 'DELETE' ? { ...query, ...body } : body
  return { ...named, ...(request.params as object) }
}

/** Stops at the limit, so that no nesting is deeper than the stack. */
function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

function contextOf(request: FastifyRequest): Pick<Context, 'request' | 'answer' | 'afterCommit'> {
  return {
    request: {
      id: request.id,
      ip: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      isSecure: request.protocol === 'https',
      cookies: request.cookies,
      authorization: request.headers.authorization,
      linkToken: linkTokenOf(request),
    },
    answer: { cookies: [], headers: {} },
    afterCommit: [],
  }
}

function linkTokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-link-token']
  return typeof token === 'string' ? token : undefined
}

function send(reply: FastifyReply, ctx: Context, answer: Answer | Recorded): void {
  decorate(reply, ctx)
  if ('replayedFile' in answer) {
    reply.header('idempotent-replayed', 'true')
    sendText(reply, answer.replayedFile)
    return
  }
  if ('replayedBody' in answer) {
    reply.header('idempotent-replayed', 'true')
    reply.code(answer.status).type('application/json; charset=utf-8').send(answer.replayedBody)
    return
  }
  reply.headers(answer.headers ?? {})
  if (answer.file) {
    reply.header('content-disposition', dispositionOf(answer.file))
    reply.type(answer.file.type).send(answer.file.stream)
    return
  }
  if (answer.textFile) {
    sendText(reply, answer.textFile)
    return
  }
  if (answer.bare !== undefined) {
    reply.type('application/json; charset=utf-8').send(answer.bare)
    return
  }
  if (answer.status === 204) {
    reply.code(204).send()
    return
  }
  reply
    .code(answer.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(answer.bytes ?? bytesOf(answer))
}

function sendText(reply: FastifyReply, { name, type, text }: TextFile): void {
  reply.header('content-disposition', dispositionOf({ name }))
  reply.type(type).send(Buffer.from(text, 'latin1'))
}

/** The name twice where it is not plain: once for everybody, once with its own letters. */
function dispositionOf({ name, isInline }: { name: string; isInline?: boolean }): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  const own = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  const whole = plain === name ? '' : `; filename*=UTF-8''${own}`
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"${whole}`
}

function decorate(reply: FastifyReply, ctx: Context): void {
  reply.header('x-request-id', ctx.request.id).header('cache-control', 'no-store')
  reply.headers(ctx.answer.headers)
  for (const cookie of ctx.answer.cookies)
    reply.setCookie(cookie.name, cookie.value, {
      path: '/',
      httpOnly: cookie.httpOnly,
      sameSite: 'strict',
      secure: ctx.request.isSecure,
      ...(cookie.maxAgeSeconds >= 0 ? { maxAge: cookie.maxAgeSeconds } : {}),
    })
}
