import { Problem } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { sha256 } from './digest.ts'

export interface Limit {
  purpose: string
  subject: string
  max: number
  windowMs: number
}

const QUARTER_HOUR = 15 * 60_000

export function signInLimits(account: string, ip: string): Limit[] {
  return [
    { purpose: 'sign_in_account', subject: account, max: 10, windowMs: QUARTER_HOUR },
    { purpose: 'sign_in_address', subject: ip, max: 50, windowMs: QUARTER_HOUR },
  ]
}

/** Mails somebody else can ask for on a person's behalf. Not in the specification: our choice. */
export function mailLimits(email: string, ip: string): Limit[] {
  return [
    { purpose: 'mail_account', subject: email, max: 3, windowMs: QUARTER_HOUR },
    { purpose: 'mail_address', subject: ip, max: 30, windowMs: QUARTER_HOUR },
  ]
}

const nowhere = { organisation_id: null, user_id: null }

// The oldest of as many tries as the limit allows; there is none before it is used up.
const TRY = sql<
  { created_at: string },
  [purpose: string, subject_hash: Buffer, since: Date, offset: number]
>`select created_at from attempts where purpose = $1 and subject_hash = $2
    and created_at > $3 order by created_at desc offset $4 limit 1`

const COUNT_TRIES = sql<
  { id: number },
  [purposes: string[], subject_hashes: Buffer[], now: Date]
>`insert into attempts (purpose, subject_hash, created_at)
  select p, s, $3 from unnest($1::text[], $2::bytea[]) as t (p, s) returning id`

const FORGIVE = sql<
  never,
  [ids: number[], subject_hash: Buffer]
>`delete from attempts where id = any($1)
    or (purpose = 'sign_in_account' and subject_hash = $2)`

/**
 * Counts a try before it is made, so that many at once cannot slip past the limit together.
 * Answers what to give back when the try turns out right, or which limit is used up.
 */
export async function reserve(
  ctx: Context,
  limits: Limit[],
): Promise<{ ids: number[] } | { full: Limit; waitMs: number }> {
  const now = ctx.clock.now()
  const keys = limits.map(({ purpose, subject }) => sha256(`${purpose}\n${subject}`))
  // Always in the same order, so that two tries never wait for each other.
  const locks = keys.map((key) => key.readBigInt64BE(0)).sort((a, b) => (a < b ? -1 : 1))
  const opening = locks.map((lock) => `select pg_advisory_xact_lock(${lock});`).join('')
  return ctx.database.write(
    nowhere,
    async (conn) => {
      for (const [place, limit] of limits.entries()) {
        const key = keys[place]
        const since = new Date(now.getTime() - limit.windowMs)
        const last = key && (await TRY.one(conn, limit.purpose, key, since, limit.max - 1))
        if (last) {
          const waitMs = Date.parse(last.created_at) + limit.windowMs - now.getTime()
          return { full: limit, waitMs }
        }
      }
      const purposes = limits.map((limit) => limit.purpose)
      const rows = await COUNT_TRIES.all(conn, purposes, keys, now)
      return { ids: rows.map((row) => row.id) }
    },
    opening,
  )
}

/** A right password wipes the account's own wrong tries, and its own from the address's. */
export async function forgive(ctx: Context, ids: number[], account: string): Promise<void> {
  const key = sha256(`sign_in_account\n${account}`)
  await ctx.database.write(nowhere, (conn) => FORGIVE.run(conn, ids, key))
}

export function tooManyTries(waitMs: number): Problem {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Problem('tooManyTries', { fill: { wait }, retryAfterSeconds })
}
