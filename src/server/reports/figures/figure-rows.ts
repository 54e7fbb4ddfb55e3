import { atLeast } from '#domain/access/role.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { figureNamed } from '#domain/reports/figures/all-figures.ts'
import { customersNamed } from '#server/commissions/partner-customers.ts'
import { customerQuestions } from '#server/contracts/customer-list-routes.ts'
import { billsDue } from '#server/invoices/invoice-questions.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { undelivered } from '#server/messaging/undelivered.ts'
import { readingsDue } from '#server/meters/meter-routes.ts'
import { tasksOf, tasksOfRole } from '#server/tasks/task-questions.ts'
import { qualityRows } from '../quality/quality-rules.ts'

type Rows = (ctx: Context) => Among | Promise<Among>

const FAILED_DAYS = 14

// Which rows a figure counts where filters cannot say so. Figures without filters stand here, all.
const rows: Record<string, Rows> = {
  my_tasks: ({ actor }) => tasksOf(actor.user_id),
  role_tasks: tasksOfRole,
  my_enquiries: (ctx) => toFollowUp(ctx, 'enquiry_status'),
  my_proposals: (ctx) => toFollowUp(ctx, 'proposal_status'),
  not_delivered: (ctx) => undelivered(todayOf(ctx)),
  readings_due: (ctx) => readingsDue(todayOf(ctx)),
  not_invoiced: (ctx) => customerQuestions.activeNotInvoiced.among(ctx, {}),
  bills_due: billsDue,
  // Of the day on which we were told: the banks' answer comes days after the debit itself.
  debits_failed_today: (ctx) => ({
    key: `debits failed on ${todayOf(ctx)}`,
    sql: (parameters) =>
      `t.debit_state is not null and ${failedSince(parameters.add(todayOf(ctx)))}`,
  }),
  debits_failed: (ctx) => {
    const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ days: FAILED_DAYS }).toString()
    return {
      key: `debits failed since ${since}`,
      sql: (parameters) => `${failedSince(parameters.add(since))}
        and exists (select from invoices i where i.organisation_id = t.organisation_id
          and i.id = t.invoice_id and i.balance > 0 and i.deleted_at is null)`,
    }
  },
  parked: () => ({
    key: 'parked',
    sql: () => `exists (select from parked_accounts p where p.organisation_id = t.organisation_id
      and p.customer_id = t.id and p.released_at is null)`,
  }),
}

// What failed was changed then, which leaves few to ask the history for.
function failedSince(day: string): string {
  const dawn = `${day}::text::timestamp at time zone '${BUSINESS_TIME_ZONE}'`
  return `t.payment_status = 'failed' and t.modified_at >= ${dawn}
    and exists (select from history h where h.organisation_id = t.organisation_id
      and h.object_class = 'invoicepayment' and h.object_id = t.id
      and h.action in ('fail', 'bounce', 'dishonour') and h.created_at >= ${dawn})`
}

/** The rows of a figure by its name. */
export function rowsNamed(ctx: Context, name: string): Among | Promise<Among> {
  const known = rows[name]
  if (!known) throw new Error(`Nobody knows the rows of ${name}.`)
  return known(ctx)
}

/**
 * As lists ask for them, customers of a partner among them: who may not read a figure may not have its
 * rows by its name either.
 */
export async function figureRows(
  ctx: Context,
  entity: Entity,
  name: string,
): Promise<Among | null> {
  const brought = entity.name === 'customer' ? customersNamed(ctx, name) : null
  if (brought) return brought
  const figure = figureNamed(name)
  if (!figure) return qualityRows(ctx, entity, name)
  if (figure.where || figure.entity.name !== entity.name) return null
  if (!atLeast(ctx.actor.role, figure.from)) throw new Problem('forbidden')
  return rowsNamed(ctx, name)
}

/** One's own that are open or waiting, and whose day has come. */
function toFollowUp(ctx: Context, status: string): Among {
  const { user_id } = ctx.actor
  const today = todayOf(ctx)
  return {
    key: `to follow up ${status} ${user_id} ${today}`,
    sql: (parameters) => `t.${status} in ('open', 'waiting')
      and t.follow_up_date <= ${parameters.add(today)}::text::date
      and t.staff_id in (select s.id from staffs s
        where s.user_id = ${parameters.add(user_id)} and s.deleted_at is null)`,
  }
}
