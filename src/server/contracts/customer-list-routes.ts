import { customerListCalls, customerListFileCalls } from '#domain/contracts/customer-list-calls.ts'
import { customer } from '#domain/customers/customer.ts'
import { settingOf } from '#server/identity/setting.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { csvHandler, listHandler } from '#server/kit/rows/list-handler.ts'

type Question = NonNullable<Parameters<typeof listHandler>[2]>

/** The four questions the office asks about its customers every week. */
export const customerQuestions = {
  prospectsNotInvoiced: {
    parameters: [],
    among: async () => ({
      key: 'prospects',
      sql: () => `t.customer_status = 'prospect' and t.invoice_latest is null`,
    }),
  },
  activeNotInvoiced: {
    parameters: ['days'],
    among: async (ctx, raw) => {
      const limit = shifted(ctx, -(await daysOf(ctx, raw, 'not_invoiced_days')))
      return {
        key: `notinvoiced ${limit}`,
        sql: (parameters) => `t.customer_status = 'active' and exists (select from contracts k
          where k.customer_id = t.id and k.deleted_at is null and k.contract_status = 'active'
            and k.billed_to_date < ${parameters.add(limit)}::text::date)`,
      }
    },
  },
  neverInvoiced: {
    parameters: [],
    among: async () => ({
      key: 'neverinvoiced',
      sql: () => `t.customer_status = 'active' and t.invoice_latest is null
        and not exists (select from contracts k where k.customer_id = t.id
          and k.deleted_at is null and k.billed_to_date is not null)`,
    }),
  },
  contractExpiring: {
    parameters: ['days'],
    among: async (ctx, raw) => {
      const from = todayOf(ctx)
      const to = shifted(ctx, await daysOf(ctx, raw, 'contract_expiring_days'))
      return {
        key: `expiring ${from} ${to}`,
        sql: (parameters) => `t.customer_status = 'active' and exists (select from contracts k
          where k.customer_id = t.id and k.deleted_at is null and k.contract_status = 'active'
            and not k.is_open_plan and k.date_end between ${parameters.add(from)}::text::date
            and ${parameters.add(to)}::text::date)`,
      }
    },
  },
} as const satisfies Record<keyof typeof customerListCalls, Question>

export function customerListRoutes(catalogue: Catalogue): Route[] {
  type Asked = keyof typeof customerQuestions
  const asked = (name: Asked) => listHandler(customer, catalogue, customerQuestions[name])
  const written = (name: Asked) => csvHandler(customer, catalogue, customerQuestions[name])
  return [
    ...serve(customerListCalls, {
      prospectsNotInvoiced: asked('prospectsNotInvoiced'),
      activeNotInvoiced: asked('activeNotInvoiced'),
      neverInvoiced: asked('neverInvoiced'),
      contractExpiring: asked('contractExpiring'),
    }),
    ...serve(customerListFileCalls, {
      prospectsNotInvoiced: written('prospectsNotInvoiced'),
      activeNotInvoiced: written('activeNotInvoiced'),
      neverInvoiced: written('neverInvoiced'),
      contractExpiring: written('contractExpiring'),
    }),
  ]
}

async function daysOf(
  ctx: Context,
  raw: { days?: unknown },
  setting: 'not_invoiced_days' | 'contract_expiring_days',
): Promise<number> {
  if (typeof raw.days === 'string') return Number(raw.days)
  return ctx.database.read(scopeOf(ctx), (conn) => settingOf(conn, setting))
}

function shifted(ctx: Context, count: number): string {
  return Temporal.PlainDate.from(todayOf(ctx)).add({ days: count }).toString()
}
