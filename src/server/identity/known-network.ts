import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { networkOf } from './network.ts'

const REMEMBER = sql<
  never,
  [user_id: number, network: string, now: Date]
>`insert into known_networks (user_id, network, last_seen_at) values ($1, $2, $3)
  on conflict (user_id, network) do update set last_seen_at = excluded.last_seen_at`

/** A person has proved who they are from here: strangers elsewhere cannot shut them out of it. */
export async function rememberNetwork(ctx: Context, conn: Conn, user_id: number): Promise<void> {
  await REMEMBER.run(conn, user_id, networkOf(ctx.request.ip), ctx.clock.now())
}
