import { z } from 'zod'
import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import { refreshBalances } from '#server/books/refresh-balances.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { dropLateFee, unowedLateFees } from './dunning-late-fees.ts'

const OPEN_DISCOUNTS = sql<
  { customer_id: number; last_day: string; grace: number },
  [today: string]
>`select customer_id, coalesce(discounted_date, due_date) as last_day,
    coalesce((sent_terms ->> 'ppd_grace_working_days')::int, 0) as grace from invoices
  where invoice_status in (${sentStatuses}) and ppd_state = 'open'
    and not is_held and deleted_at is null and coalesce(discounted_date, due_date) < $1
  order by customer_id`

const STALE = sql<{ id: number }, [today: string]>`
  select c.id from customers c
  left join (select customer_id, sum(balance - promised) as overdue from (${OPEN_ITEMS}) i
    where not is_held and due_date < $1 group by customer_id) o on o.customer_id = c.id
  where coalesce(c.balance_overdue, 0) <> coalesce(o.overdue, 0) order by c.id`

// Free credit beside something open: carried over from other books, or freed where nobody settled.
const IDLE_CREDIT = sql<{ id: number }, []>`
  select c.id from customers c where c.account_credit > coalesce((select sum(amount)
      from money_set_aside m where m.customer_id = c.id and m.purpose in ('reserved', 'waiting')), 0)
    and exists (select from (${OPEN_ITEMS}) i where i.customer_id = c.id and not i.is_held)
  order by c.id`

/**
 * Every hour, what time has changed: discounts whose day has passed, credit that lies idle, balances
 * that became overdue and late fees of invoices that turn out to have been paid in time.
 */
export const settleDiscounts = defineJob({
  name: 'settle-discounts',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'settle-discounts')
      await settleLapsed(job, ctx)
      await spendIdleCredit(job, ctx)
      await refreshOverdue(job, ctx)
      await dropUnowedFees(job, ctx)
    })
  },
})

const scopeOf = ({ actor }: Context) => ({
  organisation_id: actor.organisation_id,
  user_id: null,
})

/** Each customer in a transaction of their own: a run that stops has lost nothing. */
async function settleLapsed(job: JobContext, ctx: Context): Promise<void> {
  const today = todayOf(job)
  const scope = scopeOf(ctx)
  const open = await job.database.read(scope, (conn) => OPEN_DISCOUNTS.all(conn, today))
  const lapsed = open.filter(({ last_day, grace }) => addWorkingDays(last_day, grace) < today)
  for (const customer_id of new Set(lapsed.map((one) => one.customer_id))) {
    job.signal.throwIfAborted()
    await job.database.write(scope, (conn) =>
      settleCustomer(ctx, conn, customer_id, { because: 'The last day passed.' }),
    )
  }
}

async function spendIdleCredit(job: JobContext, ctx: Context): Promise<void> {
  const scope = scopeOf(ctx)
  const idle = await job.database.read(scope, (conn) => IDLE_CREDIT.all(conn))
  for (const { id } of idle) {
    job.signal.throwIfAborted()
    await job.database.write(scope, (conn) =>
      settleCustomer(ctx, conn, id, { because: 'Credit pays what is open.' }),
    )
  }
}

async function dropUnowedFees(job: JobContext, ctx: Context): Promise<void> {
  const scope = scopeOf(ctx)
  const unowed = await job.database.read(scope, (conn) => unowedLateFees(ctx, conn))
  for (const fee of unowed) {
    job.signal.throwIfAborted()
    await job.database.write(scope, (conn) => dropLateFee(ctx, conn, fee))
  }
}

const CUSTOMERS_AT_ONCE = 500

async function refreshOverdue(job: JobContext, ctx: Context): Promise<void> {
  const scope = scopeOf(ctx)
  const stale = await job.database.read(scope, (conn) => STALE.all(conn, todayOf(job)))
  const ids = stale.map((row) => row.id)
  for (let at = 0; at < ids.length; at += CUSTOMERS_AT_ONCE) {
    job.signal.throwIfAborted()
    const part = ids.slice(at, at + CUSTOMERS_AT_ONCE)
    await job.database.write(scope, async (conn) => {
      await holdCustomers(conn, part)
      await refreshBalances(ctx, conn, part)
    })
  }
}
