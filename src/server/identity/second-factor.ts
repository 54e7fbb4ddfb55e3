import type { PasskeyProof } from '#domain/identity/passkey-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { checkPasskey, dropPasskeys } from './passkey.ts'
import { dropRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { recordSecurityEvent } from './security-event.ts'
import { checkCode } from './totp.ts'

interface Holder {
  id: number
  username: string
  email: string
  totp_secret: string | null
}

/** What somebody brings as their second factor: what they type, or what their passkey answers. */
export type SecondFactor = string | PasskeyProof

/** The code of the authenticator, one of those kept for the day it is lost, or a passkey. */
export async function checkSecondFactor(
  ctx: Context,
  account: Holder,
  code: SecondFactor,
): Promise<boolean> {
  if (typeof code !== 'string') return checkPasskey(ctx, account.id, code)
  const isOfApp = /^[\d\s]{1,8}$/.test(code)
  return isOfApp ? checkCode(ctx, account, code) : takeRecoveryCode(ctx, account, code)
}

const SWITCH = sql<
  never,
  [user_id: number, on: boolean]
>`update users set has_totp = $2, totp_secret = case when $2 then totp_secret end,
    version = version + 1, modified_at = now() where id = $1`

/** Switches it on or off; what belonged to it goes with it. */
export async function switchSecondFactor(
  ctx: Context,
  conn: Conn,
  user_id: number,
  on: boolean,
): Promise<void> {
  await SWITCH.run(conn, user_id, on)
  if (!on) {
    await dropRecoveryCodes(conn, user_id)
    await dropPasskeys(conn, user_id)
  }
  await recordHistory(conn, ctx, {
    object_class: 'user',
    object_id: user_id,
    action: on ? 'totp_enrolled' : 'totp_disabled',
    organisation_id: null,
    changes: { has_totp: [!on, on] },
  })
  await recordSecurityEvent(conn, ctx, on ? 'totp_enrolled' : 'totp_disabled', { user_id })
}
