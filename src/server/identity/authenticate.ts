import type { KeyScope } from '#domain/access/key-scope.ts'
import type { Role } from '#domain/access/role.ts'
import { isRole } from '#domain/access/role.ts'
import { keyOf } from '#domain/kit/call.ts'
import type { ProblemName } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Actor, Context } from '#server/kit/http/context.ts'
import type { Gate } from '#server/kit/http/pipeline.ts'
import type { Route } from '#server/kit/http/route.ts'

import { actorCacheOf } from './actor-cache.ts'
import { actorOfKey } from './api-key-actor.ts'

import { checkCsrf, offerCsrf } from './csrf.ts'
import { isSame, sha256 } from './digest.ts'
import { admitNamedRecords } from './key-reach.ts'
import { recordRefusal } from './security-event.ts'
import { bindCookieName, GRACE_MS } from './session.ts'
import { readToken, type SessionClaims, tokenIn } from './session-token.ts'

export const gate: Gate = {
  authenticate,
  admitNamedRecords,
  checkCsrf,
  offerCsrf,
  noteRefusal,
}

/** What somebody tried under another's name stays known. */
async function noteRefusal(ctx: Context, entry: Route, refusal: ProblemName): Promise<void> {
  if (refusal !== 'impersonating') return
  await recordRefusal(ctx, 'refused_while_impersonating', { detail: { call: keyOf(entry) } })
}

const SEEN_EVERY_MS = 60_000

/**
 * Who is asking. A session or key that no longer holds makes a guest: routes for guests still
 * answer, every other one answers 401.
 */
async function authenticate(ctx: Context): Promise<Actor | null> {
  const { authorization } = ctx.request
  if (!authorization) return null
  if (authorization.startsWith('Key ')) return actorOfKey(ctx, authorization.slice(4).trim())
  const token = tokenIn(authorization)
  if (!token) return null
  const claims = await readToken(ctx.config.secrets.session, token, ctx.clock.now())
  return typeof claims === 'string' ? null : actorOfSession(ctx, claims)
}

interface SessionFacts {
  user_id: number
  username: string
  name: string
  organisation_id: number | null
  role_name: string | null
  is_padmin: boolean
  must_enrol: boolean
  generation: number
  bind_hash: Buffer
  previous_bind_hash: Buffer | null
  rotated_at: string
  proved_at: string
  last_seen_at: string
  expires_at: string
  impersonator_id: number | null
  impersonator_name: string | null
  /** Of the key that the session was traded for. */
  scope: KeyScope | null
}

// One statement by the session's own key alone, and none while the answer is remembered. The
// organisation comes from the signed token, the role from the membership as it is now.
const FIND_SESSION = sql<
  SessionFacts,
  [session_id: string, organisation_id: number | null, user_version: number]
>`
select u.id as user_id, u.username,
  coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.username) as name,
  o.id as organisation_id, m.role_name,
  exists (select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = u.id and r.is_admin and r.deleted_at is null) as is_padmin,
  coalesce(o.totp_required and not u.has_totp and s.impersonator_id is null, false) as must_enrol,
  s.generation, s.bind_hash, s.previous_bind_hash, s.rotated_at, s.proved_at, s.last_seen_at,
  s.expires_at, s.impersonator_id,
  coalesce(nullif(concat_ws(' ', i.firstname, i.lastname), ''), i.username) as impersonator_name,
  case when k.id is not null then
    jsonb_build_object('can_write', k.can_write, 'modules', k.modules) end as scope
from sessions s
join users u on u.id = s.user_id and u.session_version = s.user_version
  and not u.is_disabled and u.deleted_at is null
left join organisations o on o.id = $2 and o.is_active and o.deleted_at is null
left join memberships m on m.organisation_id = o.id and m.user_id = u.id and m.deleted_at is null
left join users i on i.id = s.impersonator_id
left join api_keys k on k.key_hash = s.api_key_hash
where s.id = $1 and s.revoked_at is null and s.user_version = $3
  and (s.api_key_hash is null or k.id is not null)`.named('authenticate')

async function actorOfSession(ctx: Context, claims: SessionClaims): Promise<Actor | null> {
  const cache = actorCacheOf<SessionFacts>(ctx.database)
  const key = `${claims.session_id} ${claims.organisation_id} ${claims.user_version}`
  const known = cache.get(key)
  const now = ctx.clock.now().getTime()
  // What is remembered may admit somebody; only the database itself refuses.
  if (known && isLive(known, claims, now) && isBound(ctx, claims, known, now) === true)
    return admitted(ctx, known, claims.session_id, now)
  const generation = cache.generation()
  const found = await findSession(ctx, claims)
  if (!found || !isLive(found, claims, now)) return null
  const bound = isBound(ctx, claims, found, now)
  if (bound !== true) {
    const { user_id, session_id } = claims
    await recordRefusal(ctx, bound, { user_id, session_id })
    return null
  }
  if (generation === cache.generation()) cache.set(key, found)
  return admitted(ctx, found, claims.session_id, now)
}

async function findSession(ctx: Context, claims: SessionClaims): Promise<SessionFacts | undefined> {
  const { user_id, organisation_id, session_id, user_version } = claims
  return ctx.database.read({ organisation_id, user_id }, (conn) =>
    FIND_SESSION.one(conn, session_id, organisation_id, user_version),
  )
}

function isLive(found: SessionFacts, claims: SessionClaims, now: number): boolean {
  return found.user_id === claims.user_id && Date.parse(found.expires_at) > now
}

function admitted(ctx: Context, found: SessionFacts, session_id: string, now: number): Actor {
  if (now - Date.parse(found.last_seen_at) > SEEN_EVERY_MS) {
    found.last_seen_at = ctx.clock.now().toISOString()
    noteSeen(ctx, session_id)
  }
  return actorOf(found, session_id)
}

/** The token counts only together with the cookie of its generation; else what is wrong. */
function isBound(
  ctx: Context,
  claims: SessionClaims,
  found: SessionFacts,
  now: number,
): true | 'old_token_played' | 'token_without_cookie' {
  const bind = hashOfCookie(ctx.request.cookies[bindCookieName(ctx)] ?? '')
  const isGrace = now - Date.parse(found.rotated_at) < GRACE_MS
  const isBindHeld =
    isSame(bind, found.bind_hash) ||
    (isGrace && found.previous_bind_hash !== null && isSame(bind, found.previous_bind_hash))
  const isTokenHeld =
    claims.generation === found.generation ||
    (isGrace && claims.generation === found.generation - 1)
  if (isBindHeld && isTokenHeld) return true
  return isBindHeld ? 'old_token_played' : 'token_without_cookie'
}

const MAX_HASHES = 10_000
const LONGEST = 64
// Every call of a session brings the same cookie. None of ours is longer; others are not remembered.
const hashes = new Map<string, Buffer>()

function hashOfCookie(cookie: string): Buffer {
  const known = hashes.get(cookie)
  if (known) return known
  const hash = sha256(cookie)
  if (cookie.length > LONGEST) return hash
  if (hashes.size >= MAX_HASHES) hashes.clear()
  hashes.set(cookie, hash)
  return hash
}

function actorOf(found: SessionFacts, session_id: string): Actor {
  const role = roleOf(found)
  return {
    user_id: found.user_id,
    username: found.username,
    name: found.name,
    // Whose organisation asks for a second factor looks after that first, and nothing else.
    organisation_id: role === 'guest' ? null : found.organisation_id,
    role,
    via: 'session',
    session_id,
    impersonator_id: found.impersonator_id,
    impersonator_name: found.impersonator_name,
    scope: found.scope,
    proved_at: found.proved_at,
  }
}

function roleOf({ must_enrol, is_padmin, role_name }: SessionFacts): Role {
  if (must_enrol) return 'guest'
  if (is_padmin) return 'padmin'
  return isRole(role_name) ? role_name : 'guest'
}

const SEEN_NOW = sql<
  never,
  [session_id: string, now: Date]
>`update sessions set last_seen_at = $2 where id = $1`

const seen = new Set<string>()

// Beside the request's path, and once a minute at most.
function noteSeen(ctx: Context, session_id: string): void {
  if (seen.has(session_id)) return
  seen.add(session_id)
  ctx.database
    .write({ organisation_id: null, user_id: null }, (conn) =>
      SEEN_NOW.run(conn, session_id, ctx.clock.now()),
    )
    // Only a note for people; the next request tries again.
    .catch(() => undefined)
    .finally(() => seen.delete(session_id))
}
