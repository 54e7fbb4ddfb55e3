import { z } from 'zod'
import {
  newPasswordShape,
  passwordRules,
  typedPassword,
  withPasswordRules,
} from '#domain/identity/password.ts'
import { shownPasswordRules } from '#domain/identity/shown-to-guests.ts'
import { user } from '#domain/identity/user.ts'
import { accepted, Problem } from '#domain/kit/problem.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Answer, type Route, route } from '#server/kit/http/route.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { forgive, mailLimits, reserve, tooManyTries } from './attempts.ts'
import { setPassword } from './change-password.ts'
import { ownAccount, proveOwnPassword } from './credentials.ts'
import { sha256 } from './digest.ts'
import { resetMail } from './mail-texts.ts'
import { findToken, makeToken, useToken } from './one-time-token.ts'
import { hashPassword } from './password-hash.ts'
import { ownPolicy } from './session-routes.ts'
import { signInAccount } from './sign-in.ts'

const nowhere = { organisation_id: null, user_id: null }
const changeSchema = withPasswordRules(
  z.strictObject({ password_old: typedPassword, ...newPasswordShape }),
)

const change = route<z.infer<typeof changeSchema>>({
  method: 'POST',
  path: '/password/change',
  summary: 'Change your own password; every other session ends',
  policy: { ...ownPolicy, notWhileImpersonating: true },
  replayed: false,
  input: changeSchema,
  run: async (ctx, { password_old, password }) => {
    const account = await ownAccount(ctx)
    await proveOwnPassword(ctx, account, password_old, 'password_old')
    const hash = await hashPassword(password)
    const session_version = await ctx.database.write(
      { organisation_id: ctx.actor.organisation_id, user_id: account.id },
      (conn) => setPassword(ctx, conn, account.id, hash, 'password_changed'),
    )
    // The person at the screen goes on in a session opened with the new password.
    const again = { ...account, session_version }
    const answer = await signInAccount(ctx, again, ctx.actor.organisation_id ?? undefined)
    return { ...answer, message: 'Thanks. You have successfully changed your password.' }
  },
})

const token = z.string().min(1).max(200)
const askSchema = z.strictObject({ email: fieldSchema(user, 'email', user.fields.email) })
const resetSchema = withPasswordRules(z.strictObject({ token, ...newPasswordShape }))

const reset = route<Record<string, unknown>>({
  method: 'POST',
  path: '/password/reset',
  summary: 'Ask for a reset link with an address, or set a new password with its token',
  policy: { from: 'guest' },
  shows: nothingShown,
  replayed: false,
  input: z.looseObject({}),
  run: (ctx, raw) =>
    'token' in raw
      ? resetWithToken(ctx, validate(resetSchema, raw))
      : sendResetLink(ctx, String(validate(askSchema, raw).email)),
})

/** Always 202: whether the address is known is told to its mailbox alone. */
async function sendResetLink(ctx: Context, email: string): Promise<Answer> {
  const allowed = await reserve(ctx, mailLimits(email, ctx.request.ip))
  if ('full' in allowed && allowed.full.purpose === 'mail_address')
    throw tooManyTries(allowed.waitMs)
  if ('ids' in allowed) {
    await ctx.database.write(nowhere, async (conn) => {
      const [found] = await conn.query<{ id: number; username: string; email: string }>(
        `select id, username, email from users
         where lower(email) = $1 and not is_disabled and deleted_at is null`,
        [email],
      )
      if (!found) return
      const secret = await makeToken(ctx, conn, { purpose: 'reset', email, user_id: found.id })
      const key = `reset ${sha256(secret).toString('hex')}`
      await queueMail(conn, {
        to: found.email,
        key,
        ...resetMail(ctx.config, secret, found.username),
      })
    })
  }
  const message = 'If we know that address, the instructions are on their way.'
  return { status: accepted, message }
}

async function resetWithToken(
  ctx: Context,
  input: { token: string; password: string },
): Promise<Answer> {
  // A dead link must not cost a hash.
  await ctx.database.write(nowhere, (conn) => findToken(ctx, conn, input.token, ['reset']))
  const hash = await hashPassword(input.password)
  const owner = await ctx.database.write(nowhere, async (conn) => {
    const { user_id } = await findToken(ctx, conn, input.token, ['reset'])
    if (!user_id) throw new Problem('tokenInvalid')
    await useToken(ctx, conn, input.token)
    // Whoever opens the link owns the address, so an invited user is confirmed by it.
    await conn.query('update users set confirmed_at = coalesce(confirmed_at, $2) where id = $1', [
      user_id,
      ctx.clock.now(),
    ])
    await setPassword(ctx, conn, user_id, hash, 'password_reset')
    return user_id
  })
  // Whoever was locked out by somebody else's guesses is let in again.
  await forgive(ctx, [], `user ${owner}`)
  return { message: 'Thanks. You have successfully reset your password.' }
}

const rules = route<{ token?: string | undefined }>({
  method: 'GET',
  path: '/password',
  summary: 'The rules for passwords, and whether a reset token still works',
  policy: { from: 'guest' },
  shows: shownPasswordRules,
  input: z.object({ token: token.optional() }),
  run: async (ctx, input) => {
    if (input.token === undefined) return { data: { rules: passwordRules } }
    const state = await ctx.database.write(nowhere, async (conn) => {
      try {
        await findToken(ctx, conn, input.token ?? '', ['reset'])
        return 'valid'
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return error.problem === 'tokenExpired' ? 'expired' : 'used or unknown'
      }
    })
    const data = { rules: passwordRules, token_valid: state === 'valid', token_state: state }
    return { data }
  },
})

export const passwordRoutes: Route[] = [change, reset, rules]
