import { type NewRecoveryCodes, totpCalls } from '#domain/identity/totp-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { ownAccount, proveOwnCode, proveOwnPassword } from './credentials.ts'
import { tellFactorChange } from './factor-change.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { switchSecondFactor } from './second-factor.ts'
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
  const recovery_codes = await ctx.database.write(scopeFor(account.id), async (conn) => {
    await switchSecondFactor(ctx, conn, account.id, true)
    await tellFactorChange(ctx, conn, 'on')
    return makeRecoveryCodes(ctx, conn, account.id)
  })
  return { data: { recovery_codes }, message: `Two-factor sign-in is on. ${KEEP_THEM}` }
}

async function disable(ctx: Context, { password, totp }: CheckedOf<typeof totpCalls.disable>) {
  const account = await ownAccount(ctx)
  if (!account.has_totp) throw notOn('switch off')
  await proveOwnPassword(ctx, account, password, 'password')
  await proveOwnCode(ctx, account, totp)
  await ctx.database.write(scopeFor(account.id), async (conn) => {
    await switchSecondFactor(ctx, conn, account.id, false)
    await tellFactorChange(ctx, conn, 'off')
  })
  return { message: 'Two-factor sign-in is off.' }
}

async function renewCodes(ctx: Context): Promise<Answer<NewRecoveryCodes>> {
  const { id, has_totp } = await ownAccount(ctx)
  if (!has_totp) throw notOn('make recovery codes for')
  const recovery_codes = await ctx.database.write(scopeFor(id), async (conn) => {
    const owner = { object_class: 'user', object_id: id, organisation_id: null }
    await recordHistory(conn, ctx, { ...owner, action: 'recovery_codes_made' })
    await recordSecurityEvent(conn, ctx, 'recovery_codes_made')
    await tellFactorChange(ctx, conn, 'newCodes')
    return makeRecoveryCodes(ctx, conn, id)
  })
  return { data: { recovery_codes }, message: KEEP_THEM }
}

async function countCodes(ctx: Context): Promise<Answer<{ left: number }>> {
  const { user_id } = ctx.actor
  const left = await ctx.database.read(scopeFor(user_id), (conn) =>
    recoveryCodesLeft(conn, user_id),
  )
  return { data: { left } }
}

const KEEP_THEM = 'Keep your recovery codes somewhere safe: they are not shown again.'

const scopeFor = (user_id: number) => ({ organisation_id: null, user_id })

function notOn(action: string): Problem {
  const reason = 'two-factor sign-in is not on'
  return new Problem('notPossible', { fill: { action, reason, instead: '' } })
}

function alreadyOn(): Problem {
  const reason = 'two-factor sign-in is already on'
  const instead = 'You could switch it off first.'
  return new Problem('notPossible', { fill: { action: 'set up', reason, instead } })
}

export const totpRoutes: Route[] = serve(totpCalls, {
  enrol: { run: enrol },
  confirm: { run: confirm },
  disable: { run: disable },
  renewCodes: { run: renewCodes },
  countCodes: { run: countCodes },
})
