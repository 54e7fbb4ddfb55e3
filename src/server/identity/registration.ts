import { z } from 'zod'
import { registrationCalls, registrationSchema } from '#domain/identity/registration-calls.ts'
import { user } from '#domain/identity/user.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted, fieldProblem, Problem } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailLimits, reserve, tooManyTries } from './attempts.ts'
import { sha256 } from './digest.ts'
import { alreadyRegisteredMail, confirmMail } from './mail-texts.ts'
import { findToken, makeToken, type TokenRow, useToken } from './one-time-token.ts'
import { hashPassword } from './password-hash.ts'
import type { Registration } from './pending-registration.ts'
import { recordSecurityEvent } from './security-event.ts'

const nowhere = { organisation_id: null, user_id: null }
const KNOWN_ADDRESS = sql<
  { id: number },
  [email: string]
>`select id from users where lower(email) = $1`

/**
 * Always answers 202, whether or not the address is known. A name that is taken is told only after
 * the e-mailed link, to somebody who owns the address.
 */
export async function register(ctx: Context, raw: unknown): Promise<Answer<null>> {
  const input = validate(registrationSchema, raw, user)
  const address = String(input.email)
  const allowed = await reserve(ctx, mailLimits(address, ctx.request.ip))
  if ('full' in allowed && allowed.full.purpose === 'mail_address')
    throw tooManyTries(allowed.waitMs)
  // Hashed in any case, so that a known address answers no faster.
  const password_hash = input.password ? await hashPassword(input.password) : undefined
  if ('ids' in allowed) {
    const { username: name, firstname: first, lastname: last } = input
    const payload = { username: name, firstname: first, lastname: last, password_hash }
    await ctx.database.write(nowhere, (conn) => sendLink(ctx, conn, address, payload))
  }
  const message = 'Please check your email and follow the instructions to finish.'
  return { status: accepted, message }
}

async function sendLink(
  ctx: Context,
  conn: Conn,
  address: string,
  payload: Registration,
): Promise<void> {
  if (await KNOWN_ADDRESS.one(conn, address)) {
    const key = `already ${ctx.request.id}`
    await queueMail(conn, { to: address, key, ...alreadyRegisteredMail(ctx.config) })
    return
  }
  const token = await makeToken(ctx, conn, { purpose: 'register', email: address, payload })
  const key = `register ${sha256(token).toString('hex')}`
  await queueMail(conn, { to: address, key, ...confirmMail(ctx.config, token) })
}

const purposes = ['register', 'confirm_email'] as const

async function confirmAddress(ctx: Context, input: CheckedOf<typeof registrationCalls.confirm>) {
  // A dead link must not cost a hash.
  await ctx.database.write(nowhere, (conn) => findToken(ctx, conn, input.token, purposes))
  const hash = input.password ? await hashPassword(input.password) : undefined
  return ctx.database.write(nowhere, async (conn) => {
    const token = await findToken(ctx, conn, input.token, purposes)
    if (token.user_id) await confirmExisting(ctx, conn, token.user_id)
    else await makeConfirmed(ctx, conn, token, { ...input, password_hash: hash })
    await useToken(ctx, conn, input.token)
    return { message: 'Thanks. Your account is ready.' }
  })
}

const CONFIRM = sql<
  never,
  [user_id: number, now: Date]
>`update users set confirmed_at = coalesce(confirmed_at, $2), version = version + 1,
    modified_at = now() where id = $1`

// Whoever confirms the same name or address at the same time waits here for the first.
const TAKE_TURNS = sql`select pg_advisory_xact_lock(hashtextextended('registration', 0))`

const TAKEN = sql<
  { is_email: boolean },
  [username: string, email: string | null]
>`select lower(email) = $2 as is_email from users
  where lower(username) = lower($1) or lower(email) = $2 order by 1 desc limit 1`

const MAKE_USER = sql<
  { id: number },
  [
    username: string,
    email: string | null,
    firstname: string | null,
    lastname: string | null,
    password_hash: string,
    now: Date,
  ]
>`insert into users (username, email, firstname, lastname, password_hash, confirmed_at,
    terms_agreed, language, locale, timezone, notification_mode, notification_channel)
  values ($1, $2, $3, $4, $5, $6, true, 'en-NZ', 'en-NZ', 'Pacific/Auckland', 'individual',
    'email') returning id`

async function confirmExisting(ctx: Context, conn: Conn, user_id: number): Promise<void> {
  await CONFIRM.run(conn, user_id, ctx.clock.now())
  const owner = { object_class: 'user', object_id: user_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action: 'confirm' })
}

async function makeConfirmed(
  ctx: Context,
  conn: Conn,
  token: TokenRow,
  given: Registration,
): Promise<void> {
  const typed = z.looseObject({}).parse(token.payload ?? {}) as Registration // Ours, as stored.
  const chosen = {
    username: given.username ?? typed.username,
    firstname: given.firstname ?? typed.firstname ?? null,
    lastname: given.lastname ?? typed.lastname ?? null,
    password_hash: given.password_hash ?? typed.password_hash,
  }
  if (!chosen.username) throw fieldProblem('usernameTooShort', 'username')
  if (!chosen.password_hash) throw fieldProblem('passwordTooShort', 'password')
  await TAKE_TURNS.run(conn)
  const taken = await TAKEN.one(conn, chosen.username, token.email)
  // Somebody has used another link for the same address: there is nothing left to confirm.
  if (taken?.is_email) throw new Problem('tokenInvalid')
  if (taken) throw fieldProblem('usernameConflict', 'username')
  const made = await MAKE_USER.one(
    conn,
    chosen.username,
    token.email,
    chosen.firstname,
    chosen.lastname,
    chosen.password_hash,
    ctx.clock.now(),
  )
  const object_id = made?.id ?? 0
  const owner = { object_class: 'user', object_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action: 'create', reason: 'Registered.' })
  await recordSecurityEvent(conn, ctx, 'registered', { user_id: object_id })
}

export const registrationRoutes: Route[] = serve(registrationCalls, {
  confirm: { run: confirmAddress },
})
