import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Clock } from '#server/kit/http/context.ts'
import { randomSecret, sha256 } from './digest.ts'

export type Purpose = 'register' | 'reset' | 'confirm_email' | 'change_email'
const LIFE_MS = 24 * 3_600_000

/** Calls and jobs alike know what time it is. */
interface Timed {
  clock: Clock
}

export interface TokenRow {
  purpose: Purpose
  user_id: number | null
  email: string | null
  payload: Record<string, unknown> | null
  expires_at: string
  used_at: string | null
}

interface NewToken {
  purpose: Purpose
  email: string
  user_id?: number | null
  payload?: object | null
}

const REPLACE = sql<
  never,
  [user_id: number, purpose: Purpose, now: Date]
>`update one_time_tokens set used_at = $3 where user_id = $1 and purpose = $2
    and used_at is null`

const REPLACE_BY_ADDRESS = sql<
  never,
  [email: string, purpose: Purpose, now: Date]
>`update one_time_tokens set used_at = $3 where email = $1 and purpose = $2
    and user_id is null and used_at is null`

const KEEP = sql<
  never,
  [
    token_hash: Buffer,
    purpose: Purpose,
    user_id: number | null,
    email: string,
    payload: string | null,
    now: Date,
    expires_at: Date,
  ]
>`insert into one_time_tokens
    (token_hash, purpose, user_id, email, payload, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

/** Links of a kind that were mailed to somebody stop working. */
export async function voidTokens(
  ctx: Timed,
  conn: Conn,
  user_id: number,
  purpose: Purpose,
): Promise<void> {
  await REPLACE.run(conn, user_id, purpose, ctx.clock.now())
}

/** Links that lead into somebody's account, or move it to another mailbox, stop working. */
export async function voidLinks(ctx: Timed, conn: Conn, user_id: number): Promise<void> {
  await voidTokens(ctx, conn, user_id, 'reset')
  await voidTokens(ctx, conn, user_id, 'change_email')
}

/** Makes the secret of an e-mailed link; only its hash is kept. */
export async function makeToken(ctx: Timed, conn: Conn, making: NewToken): Promise<string> {
  const token = randomSecret()
  const now = ctx.clock.now()
  // A fresh link takes the place of older ones, so that one mailbox holds one that works.
  if (making.user_id) await voidTokens(ctx, conn, making.user_id, making.purpose)
  else await REPLACE_BY_ADDRESS.run(conn, making.email, making.purpose, now)
  await KEEP.run(
    conn,
    sha256(token),
    making.purpose,
    making.user_id ?? null,
    making.email,
    making.payload ? JSON.stringify(making.payload) : null,
    now,
    new Date(now.getTime() + LIFE_MS),
  )
  return token
}

const tokenColumns = fragment`purpose, user_id, email, payload, expires_at, used_at`

const FOUND = sql<
  TokenRow,
  [token_hash: Buffer]
>`select ${tokenColumns} from one_time_tokens where token_hash = $1`

const HELD = sql<
  TokenRow,
  [token_hash: Buffer]
>`select ${tokenColumns} from one_time_tokens where token_hash = $1 for update`

const USE = sql<
  never,
  [token_hash: Buffer, now: Date]
>`update one_time_tokens set used_at = $2 where token_hash = $1`

/** The token as it stands, held until the transaction ends; 469 and 470 as the catalogue says. */
export async function findToken(
  ctx: Timed,
  conn: Conn,
  token: string,
  purposes: readonly Purpose[],
): Promise<TokenRow> {
  return usable(ctx, await HELD.one(conn, sha256(token)), purposes)
}

/** The same for who only looks: nothing is held and nothing changes. */
export async function lookAtToken(
  ctx: Timed,
  conn: Conn,
  token: string,
  purposes: readonly Purpose[],
): Promise<TokenRow> {
  return usable(ctx, await FOUND.one(conn, sha256(token)), purposes)
}

function usable(ctx: Timed, row: TokenRow | undefined, purposes: readonly Purpose[]): TokenRow {
  if (!row || row.used_at !== null || !purposes.includes(row.purpose)) {
    throw new Problem('tokenInvalid')
  }
  if (Date.parse(row.expires_at) <= ctx.clock.now().getTime()) throw new Problem('tokenExpired')
  return row
}

export async function useToken(ctx: Timed, conn: Conn, token: string): Promise<void> {
  await USE.run(conn, sha256(token), ctx.clock.now())
}
