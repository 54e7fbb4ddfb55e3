import { type Allocation, allocationCalls } from '#domain/books/allocation-calls.ts'
import { empty } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

interface AllocationQuestion {
  invoice_id?: number | undefined
  invoicepayment_id?: number | undefined
}

/** Where money lies: what is on an invoice, or where a payment went. */
async function findAllocations(
  ctx: Context,
  { invoice_id, invoicepayment_id }: AllocationQuestion,
) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    ALLOCATIONS.all(conn, invoice_id ?? null, invoicepayment_id ?? null),
  )
  return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
}

// Money put there by hand and by the rules is told apart, since only the first can be taken off.
const ALLOCATIONS = sql<
  Allocation,
  [invoice_id: number | null, invoicepayment_id: number | null]
>`select a.invoice_id, i.invoice_number, a.invoicepayment_id,
    a.credit_invoice_id, c.invoice_number as credit_invoice_number, p.reference,
    p.payment_date::text as payment_date, p.payment_type, sum(a.amount)::text as amount, a.is_manual
  from allocations a join invoices i on i.id = a.invoice_id
    left join invoices c on c.id = a.credit_invoice_id
    left join invoicepayments p on p.id = a.invoicepayment_id
  where (a.invoice_id = $1 or a.invoicepayment_id = $2)
  group by 1, 2, 3, 4, 5, 6, 7, 8, a.is_manual
  order by 7 nulls last, 1 limit 500`

export const allocationRoutes: Route[] = serve(allocationCalls, { list: { run: findAllocations } })
