import {
  type CustomerCharges,
  chargeCalls,
  type WaitingCharge,
} from '#domain/invoices/charge-calls.ts'
import { sql } from '#server/kit/database/sql.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

const MOST = 500

const WAITING = sql<WaitingCharge, [customer_id: number]>`
  select id, charge_type, name, amount::text, contract_id, about_invoice_id, created_at
  from pending_charges where customer_id = $1 and invoice_id is null and dropped_at is null
  order by id limit ${MOST}`

// A charge goes along with the next invoice of its contract, or of any where it belongs to none:
// one that runs, or that has ended and has days nobody has billed.
const ALONE = sql<CustomerCharges>`
  select c.id as customer_id, c.name as customer_name, count(*)::int as charges,
    sum(f.amount)::text as amount, min(f.created_at) as waits_since
  from pending_charges f join customers c on c.id = f.customer_id and c.deleted_at is null
  where f.invoice_id is null and f.dropped_at is null
    and not exists (select from contracts k where k.customer_id = f.customer_id
      and k.deleted_at is null and (f.contract_id is null or k.id = f.contract_id)
      and (k.contract_status = 'active' or k.contract_status in ('ended', 'cancelled')
        and coalesce((select max(i.period_end) from invoices i where i.contract_id = k.id
          and i.deleted_at is null and i.invoice_status <> 'cancelled'), k.date_start - 1)
          < k.date_end))
  group by c.id order by min(f.created_at), c.id limit ${MOST}`

/** What waits for a customer's next invoice. */
export const chargeRoutes: Route[] = serve(chargeCalls, {
  list: {
    run: async (ctx, { customer_id }) => {
      const rows = await ctx.database.read(scopeOf(ctx), (conn) => WAITING.all(conn, customer_id))
      return { data: rows }
    },
  },
  alone: {
    run: async (ctx) => {
      const rows = await ctx.database.read(scopeOf(ctx), (conn) => ALONE.all(conn))
      return { data: rows }
    },
  },
})
