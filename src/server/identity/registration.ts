import {
  type PendingRegistration,
  registrationCalls,
  registrationSchema,
} from '#domain/identity/registration-calls.ts'
import { user } from '#domain/identity/user.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted, fieldProblem, Problem } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { mailLimits, reserve, tooManyTries } from './attempts.ts'
import { changeAddress } from './change-address.ts'
import { hashChosenPassword } from './chosen-password.ts'
import { rememberNetwork } from './known-network.ts'
import { mailRegistrationLink, type Registration } from './mail-link-job.ts'
import { findToken, lookAtToken, type TokenRow, useToken } from './one-time-token.ts'
import { recordSecurityEvent } from './security-event.ts'

const nowhere = { organisation_id: null, user_id: null }

/**
 * Always answers 202, whether or not the address is known. A name that is taken is told only after
 * the e-mailed link, to somebody who owns the address; the password is chosen there and never
 * before, since whoever types an address here need not own it.
 */
export async function register(ctx: Context, raw: unknown): Promise<Answer<null>> {
  const { email, terms_agreed: _, ...typed } = validate(registrationSchema, raw, user)
  const address = String(email)
  const allowed = await reserve(ctx, mailLimits(address, ctx.request.ip))
  if ('full' in allowed && allowed.full.purpose === 'mail_address')
    throw tooManyTries(allowed.waitMs)
  if ('ids' in allowed) {
    await ctx.database.write(nowhere, (conn) =>
      enqueue(conn, mailRegistrationLink, { email: address, ...typed }),
    )
  }
  const message = 'Please check your email and follow the instructions to finish.'
  return { status: accepted, message }
}

const purposes = ['register', 'confirm_email', 'change_email'] as const

/** What the link would do; looking changes nothing, however often a mailbox opens it. */
async function lookAtRegistration(ctx: Context): Promise<Answer<PendingRegistration>> {
  const token = ctx.request.linkToken ?? ''
  const found = await ctx.database.read(nowhere, (conn) => lookAtToken(ctx, conn, token, purposes))
  const { username = '', firstname = '', lastname = '' } = typedIn(found)
  const email = found.email ?? ''
  return { data: { email, username, firstname, lastname, is_new: found.user_id === null } }
}

async function confirmAddress(ctx: Context, input: CheckedOf<typeof registrationCalls.confirm>) {
  // A dead link must not cost a hash.
  await ctx.database.read(nowhere, (conn) => lookAtToken(ctx, conn, input.token, purposes))
  const hash = input.password ? await hashChosenPassword(input.password) : undefined
  return ctx.database.write(nowhere, async (conn) => {
    const token = await findToken(ctx, conn, input.token, purposes)
    if (token.purpose === 'change_email') {
      await TAKE_TURNS.run(conn)
      await changeAddress(ctx, conn, token)
    } else if (token.user_id) await confirmExisting(ctx, conn, token.user_id)
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

/** Ours, as it was stored with the link. */
const typedIn = ({ payload }: TokenRow) => (payload ?? {}) as Registration

async function makeConfirmed(
  ctx: Context,
  conn: Conn,
  token: TokenRow,
  given: Registration & { password_hash: string | undefined },
): Promise<void> {
  const typed = typedIn(token)
  const { password_hash } = given
  const username = given.username ?? typed.username
  if (!username) throw fieldProblem('usernameTooShort', 'username')
  if (!password_hash) throw fieldProblem('passwordTooShort', 'password')
  await TAKE_TURNS.run(conn)
  const taken = await TAKEN.one(conn, username, token.email)
  // Somebody has used another link for the same address: there is nothing left to confirm.
  if (taken?.is_email) throw new Problem('tokenInvalid')
  if (taken) throw fieldProblem('usernameConflict', 'username')
  const made = await MAKE_USER.one(
    conn,
    username,
    token.email,
    given.firstname ?? typed.firstname ?? null,
    given.lastname ?? typed.lastname ?? null,
    password_hash,
    ctx.clock.now(),
  )
  const object_id = made?.id ?? 0
  await rememberNetwork(ctx, conn, object_id)
  const owner = { object_class: 'user', object_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action: 'create', reason: 'Registered.' })
  await recordSecurityEvent(conn, ctx, 'registered', { user_id: object_id })
}

export const registrationRoutes: Route[] = serve(registrationCalls, {
  look: { run: lookAtRegistration },
  confirm: { run: confirmAddress },
})
