import { atLeast } from '#domain/access/role.ts'
import { plural } from '#domain/kit/wording.ts'
import type { DashboardNotice } from '#domain/reports/figures/dashboard-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

interface Trouble {
  feeds: string | null
  is_disconnected: boolean
  frozen: number
}

const TROUBLE = sql<Trouble>`select
    (select string_agg(a.name, ', ' order by a.name) from bankfeeds f
      join bankaccounts a on a.id = f.bankaccount_id where f.feed_status = 'broken') as feeds,
    exists (select from ddconnections where connection_status = 'broken') as is_disconnected,
    (select count(*)::int from customers
      where debits_frozen_date is not null and deleted_at is null) as frozen`

/** What keeps numbers from coming in comes before the numbers. */
export async function noticesFor(ctx: Context, conn: Conn): Promise<DashboardNotice[]> {
  if (!atLeast(ctx.actor.role, 'accounting')) return []
  const trouble = await TROUBLE.one(conn)
  if (!trouble) return []
  const { feeds, is_disconnected, frozen } = trouble
  const found: (DashboardNotice | false)[] = [
    feeds !== null && { text: `The feed of ${feeds} is broken`, ...atBank },
    is_disconnected && { text: 'Direct debit is disconnected', ...atDebits },
    frozen > 0 && { text: `Debits of ${plural(frozen, 'customer')} are stopped`, ...atDebits },
  ]
  return found.filter((notice) => notice !== false)
}

const atBank = { to: '/app/bankaccounts', tone: 'red' } as const
const atDebits = { to: '/app/directdebits', tone: 'red' } as const
