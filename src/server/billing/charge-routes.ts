import { z } from 'zod'
import { empty } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { scopeOf } from '#server/context.ts'
import { type Route, route } from '#server/kit/route.ts'

/** What waits for a customer's next invoice. */
export const chargeRoutes: Route[] = [
  route<{ customer_id: number }>({
    method: 'GET',
    path: '/charges',
    summary: 'Fees and credits that wait for a customer’s next invoice, without GST',
    policy: { from: 'user' },
    input: z.object({ customer_id: idSchema }),
    run: async (ctx, { customer_id }) => {
      const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
        conn.query(
          `select id, charge_type, name, amount::text, contract_id, about_invoice_id, created_at
           from pending_charges where customer_id = $1 and invoice_id is null
             and dropped_at is null order by id limit 500`,
          [customer_id],
        ),
      )
      return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
    },
  }),
]
