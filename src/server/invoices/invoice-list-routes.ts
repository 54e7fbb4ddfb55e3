import { bill } from '#domain/bills/bill.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listRoute } from '#server/kit/rows/resource.ts'

/** The questions the office asks about invoices and bills every day. */
export function invoiceListRoutes(catalogue: Catalogue): Route[] {
  return [
    listRoute(invoice, catalogue, 'invoices/due', {
      summary: 'Invoices that are owed and due by today',
      among: async (ctx) => ({
        key: `due ${todayOf(ctx)}`,
        sql: (parameters) => `t.invoice_status = 'invoiced' and t.balance > 0
          and t.due_date <= ${parameters.add(todayOf(ctx))}::text::date`,
      }),
    }),
    listRoute(invoice, catalogue, 'invoices/latest', {
      summary: 'The newest invoice of each contract',
      among: async () => ({ key: 'latest', sql: () => LATEST }),
    }),
    listRoute(invoice, catalogue, 'invoices/latest/duebills', {
      summary: 'The newest invoice of each contract whose bill is due',
      among: async (ctx) => ({
        key: `duebills ${todayOf(ctx)}`,
        sql: (parameters) => `${LATEST} and exists (select from bills b where b.invoice_id = t.id
          and b.deleted_at is null and b.bill_status in ('draft', 'approved', 'invoiced')
          and b.supplier_due_date <= ${parameters.add(inDays(ctx, 7))}::text::date)`,
      }),
    }),
    listRoute(bill, catalogue, 'bills/due', {
      summary: 'Bills due at the supplier within a week',
      among: async (ctx) => ({
        key: `bills due ${todayOf(ctx)}`,
        sql: (parameters) => `${UNPAID} and t.supplier_due_date
          <= ${parameters.add(inDays(ctx, 7))}::text::date`,
      }),
    }),
    listRoute(bill, catalogue, 'bills/unpaid', {
      summary: 'Bills that are still to be paid',
      among: async () => ({ key: 'bills unpaid', sql: () => UNPAID }),
    }),
  ]
}

const UNPAID = `t.bill_status in ('draft', 'approved', 'invoiced')`

const LATEST = `t.invoice_status <> 'cancelled' and t.contract_id is not null
  and not exists (select from invoices n where n.contract_id = t.contract_id
    and n.deleted_at is null and n.invoice_status <> 'cancelled'
    and (n.period_end, n.id) > (t.period_end, t.id))`

function inDays(ctx: Context, days: number): string {
  return Temporal.PlainDate.from(todayOf(ctx)).add({ days }).toString()
}
