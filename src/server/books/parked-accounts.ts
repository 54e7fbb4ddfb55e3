import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'

const PARKED = sql<{ customer_id: number; reason: string }, [customer_ids: readonly number[]]>`
  select customer_id, reason from parked_accounts
  where customer_id = any($1) and released_at is null`

/** Customers whose books do not add up, with the reason; everything about money waits for them. */
export async function parkedReasons(
  conn: Conn,
  customer_ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await PARKED.all(conn, customer_ids)
  return new Map(rows.map((row) => [row.customer_id, row.reason]))
}

export async function refuseParked(conn: Conn, customer_id: number, action: string): Promise<void> {
  const reason = (await parkedReasons(conn, [customer_id])).get(customer_id)
  if (reason) throw notPossible(action, `the customer’s account is parked: ${reason}`)
}

/**
 * Parks the accounts named. Where everything was looked at, the others are let go: an account that
 * adds up again is free.
 */
export async function parkAccounts(
  ctx: Context,
  conn: Conn,
  violated: ReadonlyMap<number, string>,
  isComplete: boolean,
): Promise<void> {
  const ids = [...violated.keys()]
  const who = actorValues(ctx)
  const now = ctx.clock.now()
  if (isComplete) await RELEASE.run(conn, ...who, ids, now)
  const { organisation_id } = ctx.actor
  await PARK.run(conn, ...who, ids, [...violated.values()], organisation_id, now)
}

const RELEASE = sql<never, [...actor: unknown[], customer_ids: number[], now: Date]>`
  with t as (update parked_accounts set released_at = $8
    where released_at is null and customer_id <> all($7) returning *)
  ${toldOf('unpark')}`

// Who is parked already is told only once, whatever else is found.
const PARK = sql<
  never,
  [
    ...actor: unknown[],
    customer_ids: number[],
    reasons: string[],
    organisation_id: number | null,
    now: Date,
  ]
>`with kept as (
    insert into parked_accounts (organisation_id, customer_id, reason, parked_at)
    select $9, id, reason, $10 from unnest($7::bigint[], $8::text[]) x (id, reason)
    on conflict (organisation_id, customer_id) where released_at is null
      do update set reason = excluded.reason
    returning organisation_id, customer_id, reason, xmax = 0 as is_new),
  t as (select * from kept where is_new)
  ${toldOf('park')}`

/** Who did it are the first six values. */
function toldOf(action: 'park' | 'unpark'): Fragment {
  const columns: Fragment = { fragment: historyColumns }
  return fragment`insert into history (${columns})
    select t.organisation_id, 'customer', t.customer_id, ${action}, null, '{}'::jsonb, t.reason,
      $1::bigint, $2, $3::bigint, $4, $5, $6, t.customer_id from t`
}
