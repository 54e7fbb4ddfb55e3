import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, nobody } from '#server/kit/http/context.ts'
import { type Limit, reserve, tooManyTries } from './attempts.ts'
import { randomSecret, sha256 } from './digest.ts'
import { networkOf } from './network.ts'

/** What a link opens: one thing of one organisation, and nothing beside it. */
export interface PublicLink {
  id: number
  organisation_id: number
  object_class: string
  object_id: number
  expires_at: string
  /** Only seen by a page that tells why a link was closed. */
  revoked_at: string | null
}

const DAY_MS = 24 * 3_600_000
const QUARTER_HOUR = 15 * 60_000
const SHAPE = /^[\w-]{43}$/
const nowhere = { organisation_id: null, user_id: null }

const KEEP_LINK = sql<
  never,
  [
    token_hash: Buffer,
    organisation_id: number | null,
    object_class: string,
    object_id: number,
    now: Date,
    expires_at: Date,
  ]
>`insert into public_links
    (token_hash, organisation_id, object_class, object_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6)`

const LINK = sql<
  PublicLink,
  [token_hash: Buffer, object_class: string]
>`select l.id, l.organisation_id, l.object_class, l.object_id, l.expires_at, l.revoked_at
  from public_links l join organisations o on o.id = l.organisation_id
  where l.token_hash = $1 and l.object_class = $2 and o.is_active
    and o.deleted_at is null`.named('public_link')

const REVOKE_LINKS = sql<
  never,
  [organisation_id: number | null, object_class: string, object_id: number, now: Date]
>`update public_links set revoked_at = $4
  where organisation_id = $1 and object_class = $2 and object_id = $3 and revoked_at is null`

/** Makes the secret of a link for somebody without an account; only its hash is kept. */
export async function makePublicLink(
  ctx: Pick<Context, 'clock'> & { actor: Pick<Context['actor'], 'organisation_id'> },
  conn: Conn,
  opens: { object_class: string; object_id: number; days: number },
): Promise<string> {
  const token = randomSecret()
  const now = ctx.clock.now()
  await KEEP_LINK.run(
    conn,
    sha256(token),
    ctx.actor.organisation_id,
    opens.object_class,
    opens.object_id,
    now,
    new Date(now.getTime() + opens.days * DAY_MS),
  )
  return token
}

/**
 * The link whose secret the call carries. It is found by the hash, so that the time it takes tells
 * nothing of the secret. 469 for a wrong or revoked one, 470 for one past its time.
 */
export async function openPublicLink(
  ctx: Context,
  object_class: string,
  { evenRevoked = false } = {},
): Promise<PublicLink> {
  const token = ctx.request.linkToken ?? ''
  if (!SHAPE.test(token)) throw new Problem('tokenInvalid')
  const link = await ctx.database.read(nowhere, (conn) =>
    LINK.one(conn, sha256(token), object_class),
  )
  if (!link) throw await wrongToken(ctx)
  if (link.revoked_at !== null && !evenRevoked) throw new Problem('tokenInvalid')
  if (Date.parse(link.expires_at) <= ctx.clock.now().getTime()) throw new Problem('tokenExpired')
  return link
}

/** What a secret opens, for whoever comes without a call of ours; null for a wrong one. */
export async function publicLinkOf(
  database: Context['database'],
  token: string,
  object_class: string,
): Promise<PublicLink | null> {
  if (!SHAPE.test(token)) return null
  const link = await database.read(nowhere, (conn) => LINK.one(conn, sha256(token), object_class))
  return link ?? null
}

/** Closes every link to one thing. */
export async function revokePublicLinks(
  ctx: Context,
  conn: Conn,
  { object_class, object_id }: { object_class: string; object_id: number },
): Promise<void> {
  const { organisation_id } = ctx.actor
  await REVOKE_LINKS.run(conn, organisation_id, object_class, object_id, ctx.clock.now())
}

/** Guesses are counted: a secret of 256 bits is not found, but nobody may try for ever. */
async function wrongToken(ctx: Context): Promise<Problem> {
  const limit: Limit = {
    purpose: 'link_address',
    subject: networkOf(ctx.request.ip),
    max: 30,
    windowMs: QUARTER_HOUR,
  }
  const tried = await reserve(ctx, [limit])
  return 'full' in tried ? tooManyTries(tried.waitMs) : new Problem('tokenInvalid')
}

/** Counts what is done through a link, by link and by address. */
export async function limitPublicLink(
  ctx: Context,
  link: PublicLink,
  action: string,
  max: number,
): Promise<void> {
  const network = networkOf(ctx.request.ip)
  const tried = await reserve(ctx, [
    { purpose: `${action}_link`, subject: `${link.id}`, max, windowMs: QUARTER_HOUR },
    { purpose: `${action}_address`, subject: network, max: max * 5, windowMs: QUARTER_HOUR },
  ])
  if ('full' in tried) throw tooManyTries(tried.waitMs)
}

/**
 * Whoever holds the link, acting for themselves in the link's organisation. What they may do is
 * decided by the route that opened the link; the role lets that one action through its machine.
 */
export function linkContext(ctx: Context, link: PublicLink, name: string): Context {
  const actor = {
    ...nobody,
    name,
    organisation_id: link.organisation_id,
    role: 'accounting',
    via: 'customer',
  } as const
  return { ...ctx, actor }
}
