import { z } from 'zod'
import { typedPassword } from '#domain/identity/password.ts'
import type { Policy } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { ownAccount, proveOwnCode, proveOwnPassword } from './credentials.ts'
import { recordSecurityEvent } from './security-event.ts'
import { ownPolicy } from './session-routes.ts'
import { makeTotpSecret, sealTotpSecret, totpOf } from './totp.ts'

const policy: Policy = { ...ownPolicy, notWhileImpersonating: true }
const code = z.string({ error: 'The code is needed.' }).max(20)

const enrol = route<{ password: string }>({
  method: 'POST',
  path: '/user/totp/enrol',
  summary: 'Begin two-factor sign-in: the secret is shown this once',
  policy,
  replayed: false,
  input: z.strictObject({ password: typedPassword }),
  run: async (ctx, { password }) => {
    const account = await ownAccount(ctx)
    if (account.has_totp) throw alreadyOn()
    await proveOwnPassword(ctx, account, password, 'password')
    const secret = makeTotpSecret()
    await ctx.database.write(scopeFor(account.id), (conn) =>
      // Stored, but asked for only once a code from it has been shown.
      conn.query('update users set totp_secret = $2 where id = $1 and not has_totp', [
        account.id,
        sealTotpSecret(ctx, secret),
      ]),
    )
    const uri = totpOf(ctx.config.appTitle, account.username, secret).toString()
    return { data: { secret, uri }, message: 'Scan the code with your authenticator app.' }
  },
})

const confirm = route<{ totp: string }>({
  method: 'POST',
  path: '/user/totp/confirm',
  summary: 'Finish two-factor sign-in with a first code',
  policy,
  replayed: false,
  input: z.strictObject({ totp: code }),
  run: async (ctx, { totp }) => {
    const account = await ownAccount(ctx)
    if (account.has_totp) throw alreadyOn()
    await proveOwnCode(ctx, account, totp)
    await ctx.database.write(scopeFor(account.id), (conn) =>
      switchTotp(ctx, conn, account.id, true),
    )
    return { message: 'Two-factor sign-in is on.' }
  },
})

const disable = route<{ password: string; totp: string }>({
  method: 'POST',
  path: '/user/totp/disable',
  summary: 'Switch two-factor sign-in off with the password and a code',
  policy,
  replayed: false,
  input: z.strictObject({ password: typedPassword, totp: code }),
  run: async (ctx, { password, totp }) => {
    const account = await ownAccount(ctx)
    if (!account.has_totp) {
      const reason = 'it is not on'
      throw new Problem('notPossible', { fill: { action: 'switch off', reason, instead: '' } })
    }
    await proveOwnPassword(ctx, account, password, 'password')
    await proveOwnCode(ctx, account, totp)
    await ctx.database.write(scopeFor(account.id), (conn) =>
      switchTotp(ctx, conn, account.id, false),
    )
    return { message: 'Two-factor sign-in is off.' }
  },
})

async function switchTotp(ctx: Context, conn: Conn, user_id: number, on: boolean): Promise<void> {
  await conn.query(
    `update users set has_totp = $2, totp_secret = case when $2 then totp_secret end,
       version = version + 1, modified_at = now() where id = $1`,
    [user_id, on],
  )
  await recordHistory(conn, ctx, {
    object_class: 'user',
    object_id: user_id,
    action: on ? 'totp_enrolled' : 'totp_disabled',
    organisation_id: null,
    changes: { has_totp: [!on, on] },
  })
  await recordSecurityEvent(conn, ctx, on ? 'totp_enrolled' : 'totp_disabled')
}

const scopeFor = (user_id: number) => ({ organisation_id: null, user_id })

function alreadyOn(): Problem {
  const reason = 'two-factor sign-in is already on'
  const instead = 'You could switch it off first.'
  return new Problem('notPossible', { fill: { action: 'set up', reason, instead } })
}

export const totpRoutes: Route[] = [enrol, confirm, disable]
