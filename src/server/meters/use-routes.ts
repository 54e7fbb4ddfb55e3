import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { empty } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { meter } from '#domain/meters/meter.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { type MeterUse, useOfMeters } from './use-of-meters.ts'

const asked = z.object({ id: idSchema, months: z.coerce.number().int().min(1).max(120).optional() })
type UsePeriod = z.infer<typeof asked>

/** What was used, month by month, beside the year before. */
export const useRoutes: Route[] = [
  route<UsePeriod>({
    method: 'GET',
    path: '/meter/use',
    summary: 'Use of a meter’s connection by month, with estimates and the year before',
    compressed: true,
    policy: { from: 'user' },
    target: meter,
    input: asked,
    run: async (ctx, { id, months }) => {
      const use = await ctx.database.read(scopeOf(ctx), async (conn) =>
        useOfMeters(conn, await metersOfConnection(conn, id), todayOf(ctx), months ?? 24),
      )
      return answerOf(use)
    },
  }),
  route<UsePeriod>({
    method: 'GET',
    path: '/customer/use',
    summary: 'Use of all of a customer’s meters by month and service',
    compressed: true,
    policy: { from: 'user' },
    target: customer,
    input: asked,
    run: async (ctx, { id, months }) => {
      const use = await ctx.database.read(scopeOf(ctx), async (conn) =>
        useOfMeters(conn, await metersOfCustomer(conn, id), todayOf(ctx), months ?? 24),
      )
      return answerOf(use)
    },
  }),
]

function answerOf(use: MeterUse[]) {
  return use.length > 0 ? { data: use } : { status: empty, data: [] }
}

/** The meter with those that were on its connection before and after it. */
async function metersOfConnection(conn: Conn, id: number): Promise<number[]> {
  const rows = await conn.query<{ id: number }>(
    `select o.id from meters m join meters o on o.id = m.id or (o.connection = m.connection
       and o.icp_type is not distinct from m.icp_type and o.deleted_at is null)
     where m.id = $1`,
    [id],
  )
  return rows.map((row) => row.id)
}

async function metersOfCustomer(conn: Conn, customer_id: number): Promise<number[]> {
  const rows = await conn.query<{ id: number }>(
    'select id from meters where customer_id = $1 and deleted_at is null order by id limit 500',
    [customer_id],
  )
  return rows.map((row) => row.id)
}
