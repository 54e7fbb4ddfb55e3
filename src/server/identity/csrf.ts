import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'
import { hmac, isSame, randomSecret, sha256 } from './digest.ts'

// The readable cookie holds `owner.nonce.signature`. The owner is the session's own mark, or a
// random one for guests; the signature keeps anybody else from making one up.
const COOKIE = 'csrf_token'
const COOKIE_SECONDS = 12 * 3600

export function makeCsrfToken(key: Buffer, session_id: string | null): string {
  const owner = session_id ? ownerOf(session_id) : `g-${randomSecret().slice(0, 22)}`
  const nonce = randomSecret().slice(0, 22)
  return `${owner}.${nonce}.${hmac(key, `${owner}.${nonce}`)}`
}

function ownerOf(session_id: string): string {
  return `s-${sha256(session_id).toString('base64url').slice(0, 22)}`
}

const MAX_KNOWN = 10_000
// What was made for a session stays made for it; every call would prove it again.
const knownByKey = new WeakMap<Buffer, Set<string>>()

/** Ours, and made for this session. A guest may repeat any: their session may have ended. */
export function isCsrfTokenFor(key: Buffer, token: string, session_id: string | null): boolean {
  const known = knownByKey.get(key) ?? new Set<string>()
  knownByKey.set(key, known)
  const claim = `${session_id} ${token}`
  if (known.has(claim)) return true
  if (!isProved(key, token, session_id)) return false
  if (known.size >= MAX_KNOWN) known.clear()
  known.add(claim)
  return true
}

function isProved(key: Buffer, token: string, session_id: string | null): boolean {
  const [owner, nonce, signature, ...rest] = token.split('.')
  if (!owner || !nonce || !signature || rest.length > 0) return false
  if (!isSame(signature, hmac(key, `${owner}.${nonce}`))) return false
  return session_id === null || isSame(owner, ownerOf(session_id))
}

export function offerCsrf(ctx: Context): void {
  const { actor, request, config } = ctx
  if (actor.via === 'key') return
  if (isCsrfTokenFor(config.secrets.csrf, request.cookies[COOKIE] ?? '', actor.session_id)) return
  giveCsrf(ctx, actor.session_id)
}

export function giveCsrf(ctx: Context, session_id: string | null): void {
  ctx.answer.cookies.push({
    name: COOKIE,
    value: makeCsrfToken(ctx.config.secrets.csrf, session_id),
    httpOnly: false,
    maxAgeSeconds: COOKIE_SECONDS,
  })
}

export function checkCsrf(ctx: Context, headers: IncomingHttpHeaders): void {
  const cookie = ctx.request.cookies[COOKIE] ?? ''
  const sent = headers['x-csrf-token']
  const isRepeated = typeof sent === 'string' && cookie !== '' && isSame(sent, cookie)
  const isOurs = isCsrfTokenFor(ctx.config.secrets.csrf, cookie, ctx.actor.session_id)
  if (isRepeated && isOurs && isFromOurPage(ctx, headers)) return
  // The next try carries the right one, without a reload.
  if (!isOurs) giveCsrf(ctx, ctx.actor.session_id)
  throw new Problem('csrf')
}

/** Browsers say where a request comes from; programs say nothing and have no cookies to abuse. */
function isFromOurPage(ctx: Context, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  if (origin === undefined) return true
  const forwarded = ctx.config.trustProxy ? headers['x-forwarded-host'] : undefined
  const host = typeof forwarded === 'string' ? forwarded : headers.host
  return origin === `${ctx.request.isSecure ? 'https' : 'http'}://${host}`
}
