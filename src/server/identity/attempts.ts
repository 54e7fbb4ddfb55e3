import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { sha256 } from './digest.ts'
import { networkOf } from './network.ts'

export interface Limit {
  purpose: string
  subject: string
  max: number
  windowMs: number
  /** Once it is used up, a try is let through whenever so long has passed: slowed, never shut. */
  slowedMs?: number
}

const QUARTER_HOUR = 15 * 60_000
const SLOWED_MS = 30_000
const SIGN_IN_PAIR = 'sign_in_name_address'

/**
 * A name as it was typed, so that no limit tells whether two names are one person's. From one
 * address ten tries shut that address out; from all others together they only slow the name down,
 * and where its owner is known not even that: strangers must not be able to keep anybody out.
 */
export function signInLimits(name: string, ip: string, isKnownHere: boolean): Limit[] {
  const network = networkOf(ip)
  const window = { windowMs: QUARTER_HOUR }
  const everywhere = { purpose: 'sign_in_name', subject: name, max: 10, slowedMs: SLOWED_MS }
  return [
    { purpose: SIGN_IN_PAIR, subject: pair(name, network), max: 10, ...window },
    { purpose: 'sign_in_address', subject: network, max: 50, ...window },
    ...(isKnownHere ? [] : [{ ...everywhere, ...window }]),
  ]
}

const pair = (name: string, network: string) => `${name}\n${network}`

/** Codes are short: whoever has the password gets ten, from wherever they try. */
export function codeLimits(user_id: number): Limit[] {
  return [{ purpose: 'second_factor', subject: `${user_id}`, max: 10, windowMs: QUARTER_HOUR }]
}

/** Proofs asked of a running session count for that session alone. */
export function ownProofLimits(session_id: string | null): Limit[] {
  const subject = session_id ?? ''
  return [{ purpose: 'own_proof', subject, max: 10, windowMs: QUARTER_HOUR }]
}

/** Mails somebody else can ask for on a person's behalf. Not in the specification: our choice. */
export function mailLimits(email: string, ip: string): Limit[] {
  return [
    { purpose: 'mail_account', subject: email, max: 3, windowMs: QUARTER_HOUR },
    { purpose: 'mail_address', subject: networkOf(ip), max: 30, windowMs: QUARTER_HOUR },
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
  [ids: number[], purpose: string, subject_hashes: Buffer[]]
>`delete from attempts where id = any($1) or (purpose = $2 and subject_hash = any($3))`

type Reserved = { ids: number[] } | { full: Limit; waitMs: number }

/**
 * Counts a try before it is made, so that many at once cannot slip past the limit together.
 * Answers what to give back when the try turns out right, or which limit is used up.
 */
export async function reserve(ctx: Context, limits: Limit[]): Promise<Reserved> {
  const opening = locksOf(limits).map((lock) => `select pg_advisory_xact_lock(${lock});`)
  return ctx.database.write(nowhere, (conn) => count(ctx, conn, limits), opening.join(''))
}

const LOCK = sql<never, [key: string]>`select pg_advisory_xact_lock($1)`

/** The same inside a transaction: a call that fails afterwards has not counted. */
export async function reserveWithin(ctx: Context, conn: Conn, limits: Limit[]): Promise<Reserved> {
  for (const lock of locksOf(limits)) await LOCK.run(conn, `${lock}`)
  return count(ctx, conn, limits)
}

/** Always in the same order, so that two tries never wait for each other. */
function locksOf(limits: Limit[]): bigint[] {
  const keys = limits.map(({ purpose, subject }) => keyOf(purpose, subject))
  return keys.map((key) => key.readBigInt64BE(0)).sort((a, b) => (a < b ? -1 : 1))
}

async function count(ctx: Context, conn: Conn, limits: Limit[]): Promise<Reserved> {
  const now = ctx.clock.now()
  for (const limit of limits) {
    const waitMs = await waitFor(conn, limit, now)
    if (waitMs > 0) return { full: limit, waitMs }
  }
  const purposes = limits.map(({ purpose }) => purpose)
  const keys = limits.map(({ purpose, subject }) => keyOf(purpose, subject))
  const rows = await COUNT_TRIES.all(conn, purposes, keys, now)
  return { ids: rows.map((row) => row.id) }
}

/** How long until the next try of a limit; nothing while it is not used up. */
async function waitFor(conn: Conn, limit: Limit, now: Date): Promise<number> {
  const { purpose, subject, max, windowMs, slowedMs } = limit
  const key = keyOf(purpose, subject)
  const since = new Date(now.getTime() - windowMs)
  const oldest = await TRY.one(conn, purpose, key, since, max - 1)
  if (!oldest) return 0
  if (slowedMs === undefined) return Date.parse(oldest.created_at) + windowMs - now.getTime()
  const latest = await TRY.one(conn, purpose, key, since, 0)
  return latest ? Date.parse(latest.created_at) + slowedMs - now.getTime() : 0
}

/** Gives back tries that turned out right, or that never were one. */
export async function giveBack(ctx: Context, ids: number[]): Promise<void> {
  await ctx.database.write(nowhere, (conn) => FORGIVE.run(conn, ids, '', []))
}

/** The owner of these names is forgiven the wrong tries from where they are. */
export async function forgive(ctx: Context, ids: number[], names: string[]): Promise<void> {
  const network = networkOf(ctx.request.ip)
  const keys = names.map((name) => keyOf(SIGN_IN_PAIR, pair(name.toLowerCase(), network)))
  await ctx.database.write(nowhere, (conn) => FORGIVE.run(conn, ids, SIGN_IN_PAIR, keys))
}

const keyOf = (purpose: string, subject: string) => sha256(`${purpose}\n${subject}`)

export function tooManyTries(waitMs: number): Problem {
  const wait = inWords(Math.max(1, Math.ceil(waitMs / 60_000)))
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Problem('tooManyTries', { fill: { wait }, retryAfterSeconds })
}

function inWords(minutes: number): string {
  if (minutes === 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
