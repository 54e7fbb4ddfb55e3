import {
  type CreditWithSupplier,
  type OwedToSupplier,
  type StandingWithSupplier,
  supplierAccountCalls,
} from '#domain/bills/supplier-account-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { OPEN_PAYABLES, SUPPLIER_CREDIT } from './open-payables.ts'

// A page shows the oldest of them; the sums are of all.
const MOST = 200

const ITEMS = sql<OwedToSupplier, [supplier_id: number]>`
  select bill_id, adjustment_id, number, account, due_date, balance::text, is_held
  from (${OPEN_PAYABLES}) x where supplier_id = $1
  order by due_date, bill_id, adjustment_id limit ${MOST}`

const CREDITS = sql<CreditWithSupplier, [supplier_id: number]>`
  select billpayment_id, bill_id, adjustment_id, number, day, free::text from (${SUPPLIER_CREDIT}) x
  where supplier_id = $1 order by day, billpayment_id, bill_id, adjustment_id limit ${MOST}`

type Sums = Omit<StandingWithSupplier, 'items' | 'credits'>

// No supplier, no row.
const SUMS = sql<Sums, [supplier_id: number, today: string]>`
  select owed::numeric(14,2)::text, overdue::numeric(14,2)::text, credit::numeric(14,2)::text,
    (owed - credit)::numeric(14,2)::text as balance
  from (select coalesce(sum(balance), 0) as owed,
      coalesce(sum(balance) filter (where due_date < $2::date and not is_held), 0) as overdue
    from (${OPEN_PAYABLES}) x where supplier_id = $1) o,
    (select coalesce(sum(free), 0) as credit from (${SUPPLIER_CREDIT}) x where supplier_id = $1) c,
    suppliers s where s.id = $1`

/** How we stand with a supplier: what is open, what is free, and what is left between the two. */
async function readAccount(ctx: Context, { id }: { id: number }) {
  const [sums, items, credits] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([SUMS.one(conn, id, todayOf(ctx)), ITEMS.all(conn, id), CREDITS.all(conn, id)]),
  )
  if (!sums) throw new Problem('notFound', { fill: { what: 'supplier' } })
  return { data: { ...sums, items, credits } }
}

export const supplierAccountRoutes: Route[] = serve(supplierAccountCalls, {
  read: { run: readAccount },
})
