import { atLeast } from '#domain/access/role.ts'
import { type Allocation, allocationCalls } from '#domain/books/allocation-calls.ts'
import { supplierPlacingEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

type AllocationQuestion = CheckedOf<typeof allocationCalls.list>

/** Where money lies: what is on a document, where a payment went, or where a credit was used. */
async function findAllocations(ctx: Context, asked: AllocationQuestion) {
  const values = [
    asked.invoice_id ?? null,
    asked.invoicepayment_id ?? null,
    asked.adjustment_id ?? null,
    asked.credit_adjustment_id ?? null,
    asked.bill_id ?? null,
    asked.billpayment_id ?? null,
    atLeast(ctx.actor.role, 'accounting'),
  ] as const
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => ALLOCATIONS.all(conn, ...values))
  return { data: rows }
}

type AskedIds = [
  invoice_id: number | null,
  invoicepayment_id: number | null,
  adjustment_id: number | null,
  credit_adjustment_id: number | null,
  bill_id: number | null,
  billpayment_id: number | null,
  sees_bank_lines: boolean,
]

// Money put there by hand and by the rules is told apart, since only the first can be taken off.
const OF_CUSTOMERS = fragment`select a.invoice_id, i.invoice_number, a.adjustment_id,
    d.adjustment_number, null::bigint as bill_id, null as supplier_statement_number,
    a.invoicepayment_id, null::bigint as billpayment_id, a.credit_invoice_id,
    c.invoice_number as credit_invoice_number, a.credit_adjustment_id,
    g.adjustment_number as credit_adjustment_number, p.reference,
    p.payment_date::text as payment_date, p.payment_type, l.id as banktransaction_id,
    l.shown_as as bank_line, a.is_manual, sum(a.amount)::text as amount
  from allocations a left join invoices i on i.id = a.invoice_id
    left join adjustments d on d.id = a.adjustment_id
    left join invoices c on c.id = a.credit_invoice_id
    left join adjustments g on g.id = a.credit_adjustment_id
    left join invoicepayments p on p.id = a.invoicepayment_id
    left join banktransactions l on l.id = p.banktransaction_id and $7
  where a.invoice_id = $1 or a.invoicepayment_id = $2 or a.adjustment_id = $3
    or a.credit_adjustment_id = $4
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18`

// Where our money with suppliers lies is what the books say of it.
const OF_SUPPLIERS = fragment`select null, null, t.adjustment_id, d.adjustment_number, t.bill_id,
    b.supplier_statement_number, null, t.billpayment_id, null, null, t.credit_adjustment_id,
    g.adjustment_number, p.reference, p.payment_date::text, p.payment_type,
    l.id, l.shown_as, false, sum(a.amount)::text
  from transactions t join accounttransactions a on a.transaction_id = t.id
      and a.account = ${accounts.payables}
    left join adjustments d on d.id = t.adjustment_id left join bills b on b.id = t.bill_id
    left join adjustments g on g.id = t.credit_adjustment_id
    left join billpayments p on p.id = t.billpayment_id
    left join banktransactions l on l.id = p.banktransaction_id and $7
  where t.event in (${supplierPlacingEvents}) and (t.adjustment_id = $3
    or t.credit_adjustment_id = $4 or t.bill_id = $5 or t.billpayment_id = $6)
  group by 3, 4, 5, 6, 8, 11, 12, 13, 14, 15, 16, 17 having sum(a.amount) <> 0`

const ALLOCATIONS = sql<Allocation, AskedIds>`${OF_CUSTOMERS} union all ${OF_SUPPLIERS}
  order by payment_date nulls last, invoice_id, bill_id, adjustment_id limit 500`

export const allocationRoutes: Route[] = serve(allocationCalls, { list: { run: findAllocations } })
