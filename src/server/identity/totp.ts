import { Secret, TOTP } from 'otpauth'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { sealWhole, unseal } from '#server/kit/rows/seal.ts'
import { sha256 } from './digest.ts'

const PERIOD_SECONDS = 30
const CODE_KEPT_MS = 300_000
const nowhere = { organisation_id: null, user_id: null }

export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function sealTotpSecret(ctx: Context, secret: string): string {
  return sealWhole(ctx.config.secrets.fields, secret)
}

export function totpOf(title: string, username: string, secret: string): TOTP {
  return new TOTP({
    issuer: title,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}

const USE_CODE = sql<
  { user_id: number },
  [token_hash: Buffer, user_id: number, now: Date, expires_at: Date]
>`insert into one_time_tokens (token_hash, purpose, user_id, created_at, expires_at, used_at)
  values ($1, 'totp_code', $2, $3, $4, $3) on conflict (token_hash) do nothing
  returning user_id`

/** True for the current code or a neighbour of it, and for each code only once. */
export async function checkCode(
  ctx: Context,
  account: { id: number; totp_secret: string | null },
  code: string,
): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (!account.totp_secret || !/^\d{6}$/.test(digits)) return false
  const secret = unseal(ctx.config.secrets.fields, account.totp_secret)
  const now = ctx.clock.now()
  const timestamp = now.getTime()
  const delta = totpOf('', '', secret).validate({ token: digits, timestamp, window: 1 })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  // A code seen over a shoulder must not work a second time.
  const hash = sha256(`totp ${account.id} ${step}`)
  const expires_at = new Date(timestamp + CODE_KEPT_MS)
  const first = await ctx.database.write(nowhere, (conn) =>
    USE_CODE.one(conn, hash, account.id, now, expires_at),
  )
  return first !== undefined
}
