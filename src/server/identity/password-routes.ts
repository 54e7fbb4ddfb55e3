import { passwordRules } from '#domain/identity/password.ts'
import { askForResetSchema, passwordCalls, resetSchema } from '#domain/identity/password-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted, Problem } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { forgive, mailLimits, reserve, tooManyTries } from './attempts.ts'
import { setPassword } from './change-password.ts'
import { ownAccount, proveOwnPassword } from './credentials.ts'
import { sha256 } from './digest.ts'
import { resetMail } from './mail-texts.ts'
import { findToken, makeToken, useToken } from './one-time-token.ts'
import { hashPassword } from './password-hash.ts'
import { signInAccount } from './sign-in.ts'

const nowhere = { organisation_id: null, user_id: null }

async function changePassword(
  ctx: Context,
  { password_old, password }: CheckedOf<typeof passwordCalls.change>,
) {
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
}

function resetPassword(ctx: Context, raw: CheckedOf<typeof passwordCalls.reset>) {
  return 'token' in raw
    ? resetWithToken(ctx, validate(resetSchema, raw))
    : sendResetLink(ctx, validate(askForResetSchema, raw).email)
}

const OWNER_OF_ADDRESS = sql<
  { id: number; username: string; email: string },
  [email: string]
>`select id, username, email from users
  where lower(email) = $1 and not is_disabled and deleted_at is null`

const CONFIRM = sql<
  never,
  [user_id: number, now: Date]
>`update users set confirmed_at = coalesce(confirmed_at, $2) where id = $1`

/** Always 202: whether the address is known is told to its mailbox alone. */
async function sendResetLink(ctx: Context, email: string): Promise<Answer<null>> {
  const allowed = await reserve(ctx, mailLimits(email, ctx.request.ip))
  if ('full' in allowed && allowed.full.purpose === 'mail_address')
    throw tooManyTries(allowed.waitMs)
  if ('ids' in allowed) {
    await ctx.database.write(nowhere, async (conn) => {
      const found = await OWNER_OF_ADDRESS.one(conn, email)
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
): Promise<Answer<null>> {
  // A dead link must not cost a hash.
  await ctx.database.write(nowhere, (conn) => findToken(ctx, conn, input.token, ['reset']))
  const hash = await hashPassword(input.password)
  const owner = await ctx.database.write(nowhere, async (conn) => {
    const { user_id } = await findToken(ctx, conn, input.token, ['reset'])
    if (!user_id) throw new Problem('tokenInvalid')
    await useToken(ctx, conn, input.token)
    // Whoever opens the link owns the address, so an invited user is confirmed by it.
    await CONFIRM.run(conn, user_id, ctx.clock.now())
    await setPassword(ctx, conn, user_id, hash, 'password_reset')
    return user_id
  })
  // Whoever was locked out by somebody else's guesses is let in again.
  await forgive(ctx, [], `user ${owner}`)
  return { message: 'Thanks. You have successfully reset your password.' }
}

async function showRules(ctx: Context, { token }: CheckedOf<typeof passwordCalls.rules>) {
  if (token === undefined) return { data: { rules: passwordRules } }
  const state = await ctx.database.write(nowhere, async (conn) => {
    try {
      await findToken(ctx, conn, token, ['reset'])
      return 'valid'
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return error.problem === 'tokenExpired' ? 'expired' : 'used or unknown'
    }
  })
  const data = { rules: passwordRules, token_valid: state === 'valid', token_state: state }
  return { data }
}

export const passwordRoutes: Route[] = serve(passwordCalls, {
  change: { run: changePassword },
  reset: { run: resetPassword },
  rules: { run: showRules },
})
