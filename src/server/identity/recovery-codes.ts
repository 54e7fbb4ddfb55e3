import { randomBytes } from 'node:crypto'
import {
  RECOVERY_CODES,
  recoveryCodeFrom,
  typedRecoveryCode,
} from '#domain/identity/recovery-code.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sha256 } from './digest.ts'
import { recoveryCodeUsedMail } from './mail-texts.ts'
import { recordSecurityEvent } from './security-event.ts'

const DROP = sql<never, [user_id: number]>`delete from recovery_codes where user_id = $1`

const KEEP = sql<
  never,
  [user_id: number, code_hashes: Buffer[], now: Date]
>`insert into recovery_codes (user_id, code_hash, created_at)
  select $1, h, $3 from unnest($2::bytea[]) h`

/** Ten new codes in the place of the old ones; shown this once. */
export async function makeRecoveryCodes(
  ctx: Context,
  conn: Conn,
  user_id: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(randomBytes(24)))
  const hashes = codes.map((code) => hashOf(user_id, code.replaceAll('-', '')))
  await DROP.run(conn, user_id)
  await KEEP.run(conn, user_id, hashes, ctx.clock.now())
  return codes
}

export async function dropRecoveryCodes(conn: Conn, user_id: number): Promise<void> {
  await DROP.run(conn, user_id)
}

const LEFT = sql<
  { left: number },
  [user_id: number]
>`select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null`

export async function recoveryCodesLeft(conn: Conn, user_id: number): Promise<number> {
  return (await LEFT.one(conn, user_id))?.left ?? 0
}

const USE = sql<
  { user_id: number },
  [user_id: number, code_hash: Buffer, now: Date]
>`update recovery_codes set used_at = $3
  where user_id = $1 and code_hash = $2 and used_at is null returning user_id`

/** True for a code that was never used; from then on it is, and its owner is told. */
export async function takeRecoveryCode(
  ctx: Context,
  account: { id: number; username: string; email: string },
  typed: string,
): Promise<boolean> {
  const code = typedRecoveryCode(typed)
  if (code === null) return false
  const scope = { organisation_id: null, user_id: null }
  return ctx.database.write(scope, async (conn) => {
    const used = await USE.one(conn, account.id, hashOf(account.id, code), ctx.clock.now())
    if (!used) return false
    const left = await recoveryCodesLeft(conn, account.id)
    await recordSecurityEvent(conn, ctx, 'recovery_code_used', {
      user_id: account.id,
      detail: { left },
    })
    const text = recoveryCodeUsedMail(ctx.config, account.username, left)
    const key = `recovery ${account.id} ${ctx.request.id}`
    await queueMail(ctx, conn, { to: account.email, key, ...text })
    return true
  })
}

// So many random bits need no slow hash; the owner's number keeps equal codes apart.
function hashOf(user_id: number, code: string): Buffer {
  return sha256(`recovery ${user_id} ${code}`)
}
