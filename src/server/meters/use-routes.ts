import { useCalls } from '#domain/meters/use-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { useOfMeters as monthsOfMeters } from './use-of-meters.ts'

/** What was used, month by month, beside the year before. */
export const useRoutes: Route[] = serve(useCalls, {
  ofMeter: { run: (ctx, period) => answerUse(ctx, period, METERS_OF_CONNECTION.all) },
  ofCustomer: { run: (ctx, period) => answerUse(ctx, period, METERS_OF_CUSTOMER.all) },
})

type FindMeters = (conn: Conn, id: number) => Promise<FoundMeter[]>

/** A meter, and since when its use is to be shown where that is not all of it. */
interface FoundMeter {
  id: number
  since: string | null
}

async function answerUse(
  ctx: Context,
  { id, months = 24 }: { id: number; months?: number | undefined },
  findMeters: FindMeters,
) {
  const data = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const meters = await findMeters(conn, id)
    return monthsOfMeters(conn, meters, todayOf(ctx), months)
  })
  return { data }
}

/** The meter with those that were on its connection before and after it. */
const METERS_OF_CONNECTION = sql<FoundMeter, [meter_id: number]>`
  select o.id, null::text as since from meters m join meters o on o.id = m.id
    or (o.connection = m.connection and o.icp_type is not distinct from m.icp_type
      and o.deleted_at is null)
  where m.id = $1`

// What somebody else used there before is theirs.
const METERS_OF_CUSTOMER = sql<FoundMeter, [customer_id: number]>`
  select id, customer_since_date as since from meters
  where customer_id = $1 and deleted_at is null order by id limit 500`
