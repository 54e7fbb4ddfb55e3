import { totpCalls } from '#domain/identity/totp-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { ownAccount, proveOwnCode, proveOwnPassword } from './credentials.ts'
import { recordSecurityEvent } from './security-event.ts'
import { makeTotpSecret, sealTotpSecret, totpOf } from './totp.ts'

// Stored, but asked for only once a code from it has been shown.
const KEEP_SECRET = sql<
  never,
  [user_id: number, secret: string]
>`update users set totp_secret = $2 where id = $1 and not has_totp`

async function enrol(ctx: Context, { password }: CheckedOf<typeof totpCalls.enrol>) {
  const account = await ownAccount(ctx)
  if (account.has_totp) throw alreadyOn()
  await proveOwnPassword(ctx, account, password, 'password')
  const secret = makeTotpSecret()
  await ctx.database.write(scopeFor(account.id), (conn) =>
    KEEP_SECRET.run(conn, account.id, sealTotpSecret(ctx, secret)),
  )
  const uri = totpOf(ctx.config.appTitle, account.username, secret).toString()
  return { data: { secret, uri }, message: 'Scan the code with your authenticator app.' }
}

async function confirm(ctx: Context, { totp }: CheckedOf<typeof totpCalls.confirm>) {
  const account = await ownAccount(ctx)
  if (account.has_totp) throw alreadyOn()
  await proveOwnCode(ctx, account, totp)
  await ctx.database.write(scopeFor(account.id), (conn) => switchTotp(ctx, conn, account.id, true))
  return { message: 'Two-factor sign-in is on.' }
}

async function disable(ctx: Context, { password, totp }: CheckedOf<typeof totpCalls.disable>) {
  const account = await ownAccount(ctx)
  if (!account.has_totp) {
    const reason = 'it is not on'
    throw new Problem('notPossible', { fill: { action: 'switch off', reason, instead: '' } })
  }
  await proveOwnPassword(ctx, account, password, 'password')
  await proveOwnCode(ctx, account, totp)
  await ctx.database.write(scopeFor(account.id), (conn) => switchTotp(ctx, conn, account.id, false))
  return { message: 'Two-factor sign-in is off.' }
}

const SWITCH = sql<
  never,
  [user_id: number, on: boolean]
>`update users set has_totp = $2, totp_secret = case when $2 then totp_secret end,
    version = version + 1, modified_at = now() where id = $1`

async function switchTotp(ctx: Context, conn: Conn, user_id: number, on: boolean): Promise<void> {
  await SWITCH.run(conn, user_id, on)
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

export const totpRoutes: Route[] = serve(totpCalls, {
  enrol: { run: enrol },
  confirm: { run: confirm },
  disable: { run: disable },
})
