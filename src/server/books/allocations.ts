import { type Allocation, allocationCalls } from '#domain/books/allocation-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { empty } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

type AllocationQuestion = CheckedOf<typeof allocationCalls.list>

/** Where money lies: what is on a document, where a payment went, or where a credit was used. */
async function findAllocations(ctx: Context, asked: AllocationQuestion) {
  const { invoice_id, adjustment_id, invoicepayment_id, credit_adjustment_id } = asked
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    ALLOCATIONS.all(
      conn,
      invoice_id ?? null,
      invoicepayment_id ?? null,
      adjustment_id ?? null,
      credit_adjustment_id ?? null,
    ),
  )
  return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
}

// Money put there by hand and by the rules is told apart, since only the first can be taken off.
const ALLOCATIONS = sql<
  Allocation,
  [
    invoice_id: number | null,
    invoicepayment_id: number | null,
    adjustment_id: number | null,
    credit_adjustment_id: number | null,
  ]
>`select a.invoice_id, i.invoice_number, a.adjustment_id, d.adjustment_number,
    a.invoicepayment_id, a.credit_invoice_id, c.invoice_number as credit_invoice_number,
    a.credit_adjustment_id, g.adjustment_number as credit_adjustment_number, p.reference,
    p.payment_date::text as payment_date, p.payment_type, a.is_manual, sum(a.amount)::text as amount
  from allocations a left join invoices i on i.id = a.invoice_id
    left join adjustments d on d.id = a.adjustment_id
    left join invoices c on c.id = a.credit_invoice_id
    left join adjustments g on g.id = a.credit_adjustment_id
    left join invoicepayments p on p.id = a.invoicepayment_id
  where a.invoice_id = $1 or a.invoicepayment_id = $2 or a.adjustment_id = $3
    or a.credit_adjustment_id = $4
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
  order by 11 nulls last, 1, 3 limit 500`

export const allocationRoutes: Route[] = serve(allocationCalls, { list: { run: findAllocations } })
