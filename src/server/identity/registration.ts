import { z } from 'zod'
import { typedPassword, withPasswordRules } from '#domain/identity/password.ts'
import { user } from '#domain/identity/user.ts'
import { accepted, fieldProblem, Problem } from '#domain/kit/problem.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Answer, type Route, route } from '#server/kit/http/route.ts'
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
const { username, email, firstname, lastname } = user.fields
const textOf = (name: string, field: typeof username | typeof firstname | typeof email) =>
  fieldSchema(user, name, field).transform((value) => (value === null ? undefined : String(value)))

// An @ in a username could pass for somebody else's address at sign-in.
const newUsername = textOf('username', username).superRefine((value, ctx) => {
  if (value && !/^[\p{L}\p{N}._-]+$/u.test(value))
    ctx.addIssue({
      code: 'custom',
      message: 'Usernames have letters, digits, dots and dashes only.',
    })
})

const person = {
  username: newUsername.optional(),
  firstname: textOf('firstname', firstname).optional(),
  lastname: textOf('lastname', lastname).optional(),
  password: typedPassword.optional(),
  password_confirm: typedPassword.optional(),
}

const registrationSchema = withPasswordRules(
  z.strictObject({
    ...person,
    email: textOf('email', email),
    terms_agreed: z.literal(true, { error: 'Please agree to the terms to carry on.' }),
  }),
)

/**
 * Always answers 202, whether or not the address is known. A name that is taken is told only after
 * the e-mailed link, to somebody who owns the address.
 */
export async function register(ctx: Context, raw: unknown): Promise<Answer> {
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
  const known = await conn.query('select 1 from users where lower(email) = $1', [address])
  if (known.length > 0) {
    const key = `already ${ctx.request.id}`
    await queueMail(conn, { to: address, key, ...alreadyRegisteredMail(ctx.config) })
    return
  }
  const token = await makeToken(ctx, conn, { purpose: 'register', email: address, payload })
  const key = `register ${sha256(token).toString('hex')}`
  await queueMail(conn, { to: address, key, ...confirmMail(ctx.config, token) })
}

const confirmSchema = withPasswordRules(
  z.strictObject({ token: z.string().min(1).max(200), ...person }),
)
const purposes = ['register', 'confirm_email'] as const
type Confirmation = z.infer<typeof confirmSchema>

const confirm = route<Confirmation>({
  method: 'POST',
  path: '/user/confirm',
  summary: 'Confirm an address with the e-mailed token and finish the registration',
  policy: { from: 'guest' },
  shows: nothingShown,
  replayed: false,
  input: confirmSchema,
  run: async (ctx, input) => {
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
  },
})

async function confirmExisting(ctx: Context, conn: Conn, user_id: number): Promise<void> {
  await conn.query(
    `update users set confirmed_at = coalesce(confirmed_at, $2), version = version + 1,
       modified_at = now() where id = $1`,
    [user_id, ctx.clock.now()],
  )
  const told = { object_class: 'user', object_id: user_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...told, action: 'confirm' })
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
  // Whoever confirms the same name or address at the same time waits here for the first.
  await conn.query(`select pg_advisory_xact_lock(hashtextextended('registration', 0))`)
  const [taken] = await conn.query<{ is_email: boolean }>(
    `select lower(email) = $2 as is_email from users
     where lower(username) = lower($1) or lower(email) = $2 order by 1 desc limit 1`,
    [chosen.username, token.email],
  )
  // Somebody has used another link for the same address: there is nothing left to confirm.
  if (taken?.is_email) throw new Problem('tokenInvalid')
  if (taken) throw fieldProblem('usernameConflict', 'username')
  const [made] = await conn.query<{ id: number }>(
    `insert into users (username, email, firstname, lastname, password_hash, confirmed_at,
       terms_agreed, language, locale, timezone, notification_mode, notification_channel)
     values ($1, $2, $3, $4, $5, $6, true, 'en-NZ', 'en-NZ', 'Pacific/Auckland', 'individual',
       'email') returning id`,
    [
      chosen.username,
      token.email,
      chosen.firstname,
      chosen.lastname,
      chosen.password_hash,
      ctx.clock.now(),
    ],
  )
  const object_id = made?.id ?? 0
  const told = { object_class: 'user', object_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...told, action: 'create', reason: 'Registered.' })
  await recordSecurityEvent(conn, ctx, 'registered', { user_id: object_id })
}

export const registrationRoutes: Route[] = [confirm]
