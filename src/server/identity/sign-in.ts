import type { Account } from '#domain/identity/account.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type Credentials, proveCredentials, type StoredAccount } from './credentials.ts'
import { rememberNetwork } from './known-network.ts'
import { newDeviceMail } from './mail-texts.ts'
import { noteEntry } from './note-entry.ts'
import { recordSecurityEvent } from './security-event.ts'
import { openSession, revokeSession, rotateSession } from './session.ts'
import { readToken, tokenIn } from './session-token.ts'
import { userAnswer } from './user-answer.ts'

/** Signs in with what somebody typed. The hash is computed while no connection is held. */
export async function signInWithCredentials(
  ctx: Context,
  typed: Credentials & { organisation_id?: number | undefined },
): Promise<Answer<Account>> {
  const account = await proveCredentials(ctx, typed)
  return signInAccount(ctx, account, typed.organisation_id)
}

const SIGNED_IN = sql<
  never,
  [user_id: number, now: Date]
>`update users set last_signed_in_at = $2 where id = $1`

/** Opens a session for somebody who has proved who they are. */
export async function signInAccount(
  ctx: Context,
  account: StoredAccount,
  wanted: number | undefined,
  api_key_hash?: Buffer,
): Promise<Answer<Account>> {
  const scope = { organisation_id: null, user_id: account.id }
  return ctx.database.write(scope, async (conn) => {
    // Whoever signs in again in the same browser leaves the old session behind.
    if (ctx.actor.session_id) await revokeSession(ctx, conn, ctx.actor.session_id)
    await tellOfNewDevice(ctx, conn, account)
    const workplace = await WORKPLACE.one(conn, account.id, wanted ?? null)
    const organisation_id = workplace?.id ?? null
    const token = await openSession(ctx, conn, {
      user_id: account.id,
      user_version: account.session_version,
      organisation_id,
      api_key_hash,
    })
    await SIGNED_IN.run(conn, account.id, ctx.clock.now())
    if (!api_key_hash) await rememberNetwork(ctx, conn, account.id)
    await recordSecurityEvent(conn, ctx, 'signed_in', { user_id: account.id })
    await noteEntry(ctx, conn, account.id, organisation_id)
    return signedIn(conn, account.id, organisation_id, token)
  })
}

async function signedIn(
  conn: Conn,
  user_id: number,
  organisation_id: number | null,
  token: string,
  impersonator: string | null = null,
): Promise<Answer<Account>> {
  const user = await userAnswer(conn, user_id, { organisation_id, impersonator })
  const info = user?.totp_enrolment_required ? { totp_enrolment_required: true } : {}
  return { data: user, user, token, info, message: 'Signed in.' }
}

// The organisation asked for, else the one worked in last, else the first by name.
const WORKPLACE = sql<
  { id: number },
  [user_id: number, wanted: number | null]
>`select o.id from organisations o
  left join memberships m on m.organisation_id = o.id and m.user_id = $1
    and m.deleted_at is null
  where o.is_active and o.deleted_at is null
    and (m.id is not null or (o.id = $2 and exists (select from user_roles ur
      join roles r on r.id = ur.role_id and r.is_admin and r.deleted_at is null
      where ur.user_id = $1)))
  order by (o.id = $2) desc nulls last,
    (o.id = (select organisation_id from sessions where user_id = $1
      and impersonator_id is null order by created_at desc limit 1)) desc nulls last, o.name
  limit 1`

const SEEN = sql<
  { before: boolean; here: boolean },
  [user_id: number, ip: string, user_agent: string]
>`select last_signed_in_at is not null as before, exists (select from sessions s
    where s.user_id = users.id and s.impersonator_id is null and s.ip = $2
      and s.user_agent = $3) as here
  from users where id = $1`

/** A browser and address not seen together lately is told of, but for the very first sign-in. */
async function tellOfNewDevice(ctx: Context, conn: Conn, account: StoredAccount): Promise<void> {
  const { ip, userAgent } = ctx.request
  const seen = await SEEN.one(conn, account.id, ip, userAgent)
  if (!seen?.before || seen.here) return
  const now = ctx.clock.now().toISOString()
  const { username } = account
  const told = newDeviceMail(ctx.config, { username, when: formatStamp(now), ip, userAgent })
  await queueMail(ctx, conn, { to: account.email, key: `new-device ${account.id} ${now}`, ...told })
}

/** Signs in with the stored token: the running session gets a new token and cookie. */
export async function signInWithStoredToken(ctx: Context): Promise<Answer<Account>> {
  const { actor } = ctx
  if (ctx.guest || actor.session_id === null) throw await whyNot(ctx)
  const { session_id, user_id } = actor
  const token = tokenIn(ctx.request.authorization) ?? ''
  const claims = await readToken(ctx.config.secrets.session, token, ctx.clock.now())
  const organisation_id = typeof claims === 'string' ? null : claims.organisation_id
  return ctx.database.write({ organisation_id, user_id }, async (conn) => {
    const renewed = await rotateSession(ctx, conn, session_id, organisation_id)
    if (!renewed) throw new Problem('unauthorised')
    return signedIn(conn, user_id, organisation_id, renewed, actor.impersonator_name)
  })
}

const ENDING = sql<
  { expires_at: string; revoked_at: string | null },
  [session_id: string]
>`select expires_at, revoked_at from sessions where id = $1`

/** 469 for a token that is none of ours, 470 for one past its time, 401 for an ended session. */
async function whyNot(ctx: Context): Promise<Problem> {
  const { authorization } = ctx.request
  if (!authorization?.startsWith('JWT ')) return new Problem('unauthorised')
  const token = tokenIn(authorization)
  if (!token) return new Problem('tokenInvalid')
  const claims = await readToken(ctx.config.secrets.session, token, ctx.clock.now())
  if (claims === 'bad') return new Problem('tokenInvalid')
  if (claims === 'expired') return new Problem('sessionExpired')
  const row = await ctx.database.read({ organisation_id: null, user_id: null }, (conn) =>
    ENDING.one(conn, claims.session_id),
  )
  const isOver = row && row.revoked_at === null
  return isOver && Date.parse(row.expires_at) <= ctx.clock.now().getTime()
    ? new Problem('sessionExpired')
    : new Problem('unauthorised')
}

/** Goes on in another organisation or another session; the answer is that of a sign-in. */
export async function continueIn(
  ctx: Context,
  conn: Conn,
  session: { session_id: string; user_id: number; impersonator: string | null },
  organisation_id: number | null,
): Promise<Answer<Account>> {
  const token = await rotateSession(ctx, conn, session.session_id, organisation_id)
  if (!token) throw new Problem('unauthorised')
  return signedIn(conn, session.user_id, organisation_id, token, session.impersonator)
}
