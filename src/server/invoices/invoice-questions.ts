import { bill } from '#domain/bills/bill.ts'
import { billListCalls } from '#domain/bills/bill-list-calls.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { undelivered } from '#server/messaging/undelivered.ts'

const DUE_SOON_DAYS = 7

// What the customer pays to the supplier is not ours to pay.
const UNPAID = `t.bill_status in ('draft', 'approved', 'invoiced')
  and t.booked_as is distinct from 'information'`

const TO_CHECK = `t.bill_status = 'draft' and t.validations
  @? '$[*] ? (@.severity == "E" || @.severity == "W")'`

const LATEST = `t.invoice_status <> 'cancelled' and t.contract_id is not null
  and not exists (select from invoices n where n.contract_id = t.contract_id
    and n.deleted_at is null and n.invoice_status <> 'cancelled'
    and (n.period_end, n.id) > (t.period_end, t.id))`

/** The questions the office asks about invoices every day. */
export function invoiceQuestions(catalogue: Catalogue) {
  const asking = (among: (ctx: Context) => Among) =>
    listHandler(invoice, catalogue, { parameters: [], among: async (ctx) => among(ctx) })
  return {
    due: asking((ctx) => ({
      key: `due ${todayOf(ctx)}`,
      sql: (parameters) => `t.invoice_status = 'invoiced' and t.balance > 0
        and t.due_date <= ${parameters.add(todayOf(ctx))}::text::date`,
    })),
    undelivered: asking((ctx) => {
      const { key, sql } = undelivered(todayOf(ctx), 'm')
      return {
        key: `invoices ${key}`,
        sql: (parameters) => `exists (select from messages m
          where m.organisation_id = t.organisation_id and m.invoice_id = t.id
            and ${sql(parameters)})`,
      }
    }),
    latestOfContracts: asking(() => ({ key: 'latest', sql: () => LATEST })),
    latestWithDueBills: asking((ctx) => ({
      key: `duebills ${todayOf(ctx)}`,
      sql: (parameters) => `${LATEST} and exists (select from bills b where b.invoice_id = t.id
        and b.deleted_at is null and b.bill_status in ('draft', 'approved', 'invoiced')
        and b.booked_as is distinct from 'information'
        and b.supplier_due_date <= ${parameters.add(dueSoon(ctx))}::text::date)`,
    })),
  }
}

/** And about bills. */
export function billQuestionRoutes(catalogue: Catalogue): Route[] {
  const asking = (among: (ctx: Context) => Among) =>
    listHandler(bill, catalogue, { parameters: [], among: async (ctx) => among(ctx) })
  return serve(billListCalls, {
    toCheck: asking(() => ({ key: 'bills to check', sql: () => TO_CHECK })),
    due: asking(billsDue),
    unpaid: asking(() => ({ key: 'bills unpaid', sql: () => UNPAID })),
  })
}

/** Bills that are to be paid within a week. */
export function billsDue(ctx: Context): Among {
  return {
    key: `bills due ${todayOf(ctx)}`,
    sql: (parameters) => `${UNPAID} and t.supplier_due_date
      <= ${parameters.add(dueSoon(ctx))}::text::date`,
  }
}

function dueSoon(ctx: Context): string {
  return Temporal.PlainDate.from(todayOf(ctx)).add({ days: DUE_SOON_DAYS }).toString()
}
