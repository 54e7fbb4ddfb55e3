import type { FeedStatus } from '#domain/bank/feed/feed-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type FieldKeys, unseal } from '#server/kit/rows/seal.ts'

/** What it takes to fetch the lines of an account. */
export interface HeldFeed {
  id: number
  bankaccount_id: number
  bank_account_name: string
  provider_account_id: string
  user_token: string
  hook_key: string
  feed_status: FeedStatus
  opening_date: string
  /** The day it was last fetched on, by the business's clock. */
  fetched_date: string | null
  /** When it was last looked at for longer than usual. */
  long_looked_at: string | null
  /** By the database's clock, as the lines' own times are. */
  now: string
}

const FEED = sql<HeldFeed, [bankaccount_id: number]>`
  select f.id, f.bankaccount_id, a.name as bank_account_name, f.provider_account_id, f.user_token,
    f.hook_key, f.feed_status, a.opening_date,
    (f.fetched_at at time zone 'Pacific/Auckland')::date as fetched_date, f.long_looked_at,
    clock_timestamp()::text as now
  from bankfeeds f join bankaccounts a on a.id = f.bankaccount_id
  where f.bankaccount_id = $1 and a.deleted_at is null and not a.is_closed`

/** The feed of an account with its token in clear; nobody but who asks the provider needs that. */
export async function heldFeed(
  conn: Conn,
  keys: FieldKeys,
  bankaccount_id: number,
): Promise<HeldFeed | null> {
  const found = await FEED.one(conn, bankaccount_id)
  return found ? { ...found, user_token: unseal(keys, found.user_token) } : null
}

const HOOKED = sql<{ bankaccount_id: number }, [hook_key: string]>`
  select bankaccount_id from bankfeeds where hook_key = $1`

/** Whose news it is that comes under this key. */
export async function hookedAccount(conn: Conn, hook_key: string): Promise<number | null> {
  return (await HOOKED.one(conn, hook_key))?.bankaccount_id ?? null
}

const BEGIN = sql<{ id: number }, [id: number, hook_key: string, looked_at: string]>`
  update bankfeeds set looked_at = $3::timestamptz
  where id = $1 and hook_key = $2 and (looked_at is null or looked_at < $3::timestamptz)
  returning id`

/**
 * Makes a look at the bank the one that counts. False where a later one was taken in already, which
 * has seen all that this one saw, or where the account was connected anew meanwhile.
 */
export async function isLatestLook(conn: Conn, feed: HeldFeed): Promise<boolean> {
  return (await BEGIN.one(conn, feed.id, feed.hook_key, feed.now)) !== undefined
}

const FETCHED = sql<never, [id: number, fetched_at: Date, next_fetch_at: Date, is_long: boolean]>`
  update bankfeeds set feed_status = 'working', message = null, fetched_at = $2, next_fetch_at = $3,
    long_looked_at = case when $4 then $2 else long_looked_at end
  where id = $1`

const TROUBLED = sql<
  never,
  [id: number, hook_key: string, status: FeedStatus, message: string, next_fetch_at: Date]
>`update bankfeeds set feed_status = $3, message = $4, next_fetch_at = $5
  where id = $1 and hook_key = $2`

const RENAMED = sql<never, [id: number, provider_account_id: string]>`
  update bankfeeds set provider_account_id = $2 where id = $1`

const FETCH_MS = 6 * 3_600_000

/** Six hours after this one comes the next. */
export const nextFetch = (now: Date) => new Date(now.getTime() + FETCH_MS)

export const noteFetched = (conn: Conn, { id }: HeldFeed, now: Date, isLong: boolean) =>
  FETCHED.run(conn, id, now, nextFetch(now), isLong)

export const noteTrouble = (
  conn: Conn,
  { id, hook_key }: HeldFeed,
  status: FeedStatus,
  message: string,
  next: Date,
) => TROUBLED.run(conn, id, hook_key, status, message, next)

export const noteRenamed = (conn: Conn, { id }: HeldFeed, account_id: string) =>
  RENAMED.run(conn, id, account_id)
