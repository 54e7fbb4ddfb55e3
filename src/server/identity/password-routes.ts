import { passwordRules } from '#domain/identity/password.ts'
import { askForResetSchema, passwordCalls, resetSchema } from '#domain/identity/password-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted, Problem } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { forgive, mailLimits, reserve, tooManyTries } from './attempts.ts'
import { setPassword } from './change-password.ts'
import { hashChosenPassword } from './chosen-password.ts'
import { ownAccount, proveOwnPassword } from './credentials.ts'
import { rememberNetwork } from './known-network.ts'
import { mailResetLink } from './mail-link-job.ts'
import { findToken, lookAtToken, useToken } from './one-time-token.ts'
import { signInAccount } from './sign-in.ts'

const nowhere = { organisation_id: null, user_id: null }

async function changePassword(
  ctx: Context,
  { password_old, password }: CheckedOf<typeof passwordCalls.change>,
) {
  const account = await ownAccount(ctx)
  await proveOwnPassword(ctx, account, password_old, 'password_old')
  const hash = await hashChosenPassword(password)
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

const CONFIRM = sql<
  { username: string; email: string },
  [user_id: number, now: Date]
>`update users set confirmed_at = coalesce(confirmed_at, $2) where id = $1
    and not is_disabled and deleted_at is null returning username, email`

/** Always 202: whether the address is known is told to its mailbox alone. */
async function sendResetLink(ctx: Context, email: string): Promise<Answer<null>> {
  const allowed = await reserve(ctx, mailLimits(email, ctx.request.ip))
  if ('full' in allowed && allowed.full.purpose === 'mail_address')
    throw tooManyTries(allowed.waitMs)
  if ('ids' in allowed) {
    await ctx.database.write(nowhere, (conn) => enqueue(conn, mailResetLink, { email }))
  }
  const message = 'If we know that address, the instructions are on their way.'
  return { status: accepted, message }
}

async function resetWithToken(
  ctx: Context,
  input: { token: string; password: string },
): Promise<Answer<null>> {
  // A dead link must not cost a hash.
  await ctx.database.read(nowhere, (conn) => lookAtToken(ctx, conn, input.token, ['reset']))
  const hash = await hashChosenPassword(input.password)
  const owner = await ctx.database.write(nowhere, async (conn) => {
    const { user_id } = await findToken(ctx, conn, input.token, ['reset'])
    if (!user_id) throw new Problem('tokenInvalid')
    await useToken(ctx, conn, input.token)
    // Whoever opens the link owns the address, so an invited user is confirmed by it.
    const owner = await CONFIRM.one(conn, user_id, ctx.clock.now())
    if (!owner) throw new Problem('tokenInvalid')
    await setPassword(ctx, conn, user_id, hash, 'password_reset')
    await rememberNetwork(ctx, conn, user_id)
    return owner
  })
  // Whoever was kept out by somebody's guesses is let in again.
  await forgive(ctx, [], [owner.username, owner.email])
  return { message: 'Thanks. You have successfully reset your password.' }
}

async function showRules(ctx: Context) {
  const token = ctx.request.linkToken
  if (token === undefined) return { data: { rules: passwordRules } }
  const state = await ctx.database.read(nowhere, async (conn) => {
    try {
      await lookAtToken(ctx, conn, token, ['reset'])
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
