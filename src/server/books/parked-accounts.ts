import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** Customers whose books do not add up, with the reason; everything about money waits for them. */
export async function parkedReasons(
  conn: Conn,
  customer_ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await conn.query<{ customer_id: number; reason: string }>(
    `select customer_id, reason from parked_accounts
     where customer_id = any($1) and released_at is null`,
    [customer_ids],
  )
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
  if (isComplete)
    await conn.query(
      `update parked_accounts set released_at = $2
       where released_at is null and customer_id <> all($1)`,
      [ids, ctx.clock.now()],
    )
  await conn.query(
    `insert into parked_accounts (organisation_id, customer_id, reason, parked_at)
     select $3, id, reason, $4 from unnest($1::bigint[], $2::text[]) x (id, reason)
     on conflict (organisation_id, customer_id) where released_at is null
       do update set reason = excluded.reason`,
    [ids, [...violated.values()], ctx.actor.organisation_id, ctx.clock.now()],
  )
}
