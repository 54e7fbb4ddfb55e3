import { randomUUID } from 'node:crypto'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { sealWhole, unseal } from '#server/kit/rows/seal.ts'
import { giveCsrf } from './csrf.ts'
import { randomSecret, sha256 } from './digest.ts'
import { signToken, TOKEN_MS } from './session-token.ts'

const SESSION_MS = 12 * 3_600_000
const IMPERSONATION_MS = 30 * 60_000
/** Other tabs may still send the pair from before a renewal. */
export const GRACE_MS = 60_000

export interface SessionRow {
  id: string
  user_id: number
  user_version: number
  organisation_id: number | null
  generation: number
  bind_sealed: string
  impersonator_id: number | null
  expires_at: string
}

const sessionColumns = fragment`id, user_id, user_version, organisation_id, generation,
  bind_sealed, impersonator_id, expires_at`

const OPEN = sql<
  SessionRow,
  [
    id: string,
    user_id: number,
    user_version: number,
    organisation_id: number | null,
    bind_hash: Buffer,
    bind_sealed: string,
    impersonator_id: number | null,
    parent_id: string | null,
    ip: string,
    user_agent: string,
    expires_at: Date,
    now: Date,
    proved_at: Date,
    api_key_hash: Buffer | null,
  ]
>`insert into sessions (id, user_id, user_version, organisation_id, bind_hash, bind_sealed,
    impersonator_id, parent_id, ip, user_agent, expires_at,
    created_at, last_seen_at, rotated_at, proved_at, api_key_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
    least($11, (select expires_at from api_keys where key_hash = $14)), $12, $12, $12, $13, $14)
  returning ${sessionColumns}`

// A demonstration may be gone by the time that a page which showed it is loaded again.
const ROTATE = sql<
  SessionRow,
  [
    session_id: string,
    bind_hash: Buffer,
    bind_sealed: string,
    now: Date,
    rotated_before: Date,
    organisation_id: number | null,
  ]
>`update sessions set generation = generation + 1, previous_bind_hash = bind_hash,
    bind_hash = $2, bind_sealed = $3, rotated_at = $4,
    organisation_id = (select o.id from organisations o where o.id = $6)
  where id = $1 and revoked_at is null and rotated_at <= $5 returning ${sessionColumns}`

const MOVE = sql<
  SessionRow,
  [session_id: string, organisation_id: number | null]
>`update sessions set organisation_id = (select o.id from organisations o where o.id = $2)
  where id = $1 and revoked_at is null
  returning ${sessionColumns}`

const BY_ID = sql<
  SessionRow,
  [id: string]
>`select ${sessionColumns} from sessions where id = $1 and revoked_at is null`

const REVOKE = sql<never, [session_id: string, now: Date]>`update sessions set revoked_at = $2
  where (id = $1 or parent_id = $1) and revoked_at is null`

const DROP_LOCKS = sql<never, [session_id: string]>`delete from datalocks where session_id = $1`

interface NewSession {
  user_id: number
  user_version: number
  organisation_id: number | null
  impersonation?: { impersonator_id: number; parent_id: string } | undefined
  /** The key it was traded for: nobody typed a password or a code, and it ends with the key. */
  api_key_hash?: Buffer | undefined
}

/** Stores a new session and puts its cookies into the answer. Answers its token. */
export async function openSession(ctx: Context, conn: Conn, opening: NewSession): Promise<string> {
  const now = ctx.clock.now()
  const bind = randomSecret()
  const lifeMs = opening.impersonation ? IMPERSONATION_MS : SESSION_MS
  const row = await OPEN.one(
    conn,
    randomUUID(),
    opening.user_id,
    opening.user_version,
    opening.organisation_id,
    sha256(bind),
    sealBind(ctx, bind),
    opening.impersonation?.impersonator_id ?? null,
    opening.impersonation?.parent_id ?? null,
    ctx.request.ip,
    ctx.request.userAgent,
    new Date(now.getTime() + lifeMs),
    now,
    // Nobody has proved to be the person in whose name somebody else or a program works.
    opening.impersonation || opening.api_key_hash ? new Date(0) : now,
    opening.api_key_hash ?? null,
  )
  if (!row) throw new Error('The session was not stored.')
  return carry(ctx, row, bind)
}

/**
 * Renews token and cookie. Tabs that renew together get one and the same new pair, so that none
 * pulls the session from under another.
 */
export async function rotateSession(
  ctx: Context,
  conn: Conn,
  session_id: string,
  organisation_id: number | null,
): Promise<string | null> {
  const now = ctx.clock.now()
  const bind = randomSecret()
  const before = new Date(now.getTime() - GRACE_MS)
  const sealed = sealBind(ctx, bind)
  const rotated = await ROTATE.one(
    conn,
    session_id,
    sha256(bind),
    sealed,
    now,
    before,
    organisation_id,
  )
  if (rotated) return carry(ctx, rotated, bind)
  const current = await MOVE.one(conn, session_id, organisation_id)
  if (!current) return null
  return carry(ctx, current, unseal(ctx.config.secrets.fields, current.bind_sealed))
}

function sealBind(ctx: Context, bind: string): string {
  // The mask of a sealed value shows its end, which nobody needs to see of a secret.
  return sealWhole(ctx.config.secrets.fields, bind)
}

async function carry(ctx: Context, row: SessionRow, bind: string): Promise<string> {
  const leftMs = Date.parse(row.expires_at) - ctx.clock.now().getTime()
  ctx.answer.cookies.push({
    name: bindCookieName(ctx),
    value: bind,
    httpOnly: true,
    maxAgeSeconds: Math.max(0, Math.floor(leftMs / 1000)),
  })
  giveCsrf(ctx, row.id)
  return tokenOf(ctx, row)
}

/** A fresh token for a session that goes on as it is. */
export async function tokenOf(ctx: Context, row: SessionRow): Promise<string> {
  const now = ctx.clock.now()
  const { user_id, user_version, organisation_id, generation, impersonator_id } = row
  const expires_at = Math.min(now.getTime() + TOKEN_MS, Date.parse(row.expires_at))
  const claims = { user_id, user_version, organisation_id, generation, impersonator_id }
  return signToken(ctx.config.secrets.session, { ...claims, session_id: row.id, expires_at }, now)
}

export async function sessionById(conn: Conn, id: string): Promise<SessionRow | null> {
  return (await BY_ID.one(conn, id)) ?? null
}

// Browsers keep __Host- cookies only over HTTPS; production accepts nothing else.
export function bindCookieName(ctx: Context): string {
  return ctx.request.isSecure ? '__Host-bind' : 'bind'
}

export function dropCookies(ctx: Context): void {
  for (const name of [bindCookieName(ctx), 'csrf_token'])
    ctx.answer.cookies.push({ name, value: '', httpOnly: true, maxAgeSeconds: 0 })
}

/** Signed out on purpose: the browser forgets what it kept of us as well. */
export function leaveNothing(ctx: Context): void {
  dropCookies(ctx)
  ctx.answer.headers['clear-site-data'] = '"cache", "storage"'
}

export async function revokeSession(ctx: Context, conn: Conn, session_id: string): Promise<void> {
  await REVOKE.run(conn, session_id, ctx.clock.now())
  await DROP_LOCKS.run(conn, session_id)
}
