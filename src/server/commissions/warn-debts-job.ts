import { z } from 'zod'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney, wholeCents } from '#domain/kit/money.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

interface Debt {
  partner_id: number
  partner: string
  owes: string
  since: string
  cause: string
  is_known: boolean
}

// What a statement leaves is part of the next one: the debt is as old as the first that left one.
const DEBTS = sql<Debt, [before: string]>`
  with recursive left_over as (
    select s.id, s.partner_id, s.carried, s.sent_date, s.id as latest from commissionstatements s
    where s.settled_by_id is null and s.carried < 0
      and s.statement_status in ('sent', 'paid', 'cleared') and s.deleted_at is null
    union all select s.id, s.partner_id, s.carried, s.sent_date, o.latest
    from commissionstatements s join left_over o on s.settled_by_id = o.id and s.carried < 0)
  select d.*, exists (select from tasks t where lower(t.cause) = d.cause) as is_known
  from (select o.partner_id, p.name as partner, min(o.sent_date) as since,
      (-sum(o.carried) filter (where o.id = o.latest))::text as owes,
      'partner owes ' || o.partner_id || ' since ' || min(o.sent_date) as cause
    from left_over o join partners p on p.id = o.partner_id
    group by o.partner_id, p.name) d
  where d.since <= $1::date order by d.partner_id`

const OPEN_TASKS = sql<{ cause: string }, []>`
  select cause from tasks where cause like 'partner owes %' and task_status = 'open'
    and deleted_at is null`

// Not in the specification: our choice. So long somebody has to speak to them.
const ANSWER_DAYS = 10
const PATIENCE = { months: 6 }

/** A partner's debt waits for what they earn next; after six months somebody speaks to them. */
export const warnDebts = defineJob({
  name: 'warn-partner-debts',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'warn-partner-debts')
      await job.database.write(scopeOf(ctx), (conn) => warn(ctx, conn))
    })
  },
})

async function warn(ctx: Context, conn: Conn): Promise<void> {
  const today = todayOf(ctx)
  const before = Temporal.PlainDate.from(today).subtract(PATIENCE).toString()
  const debts = await DEBTS.all(conn, before)
  // Whoever has done the task has decided; the same debt does not ask again.
  for (const { partner_id, partner, owes, since, cause } of debts.filter((one) => !one.is_known))
    await raiseTask(ctx, conn, {
      cause,
      subject: `${partner} owes us $${formatMoney(wholeCents(cents(owes)))} since ${formatDayShort(since)}`,
      text_plain:
        'Commission was taken back and nothing was earned since that it could be taken off. Ask them to pay it, or write it off with a correction.',
      due_date: addWorkingDays(today, ANSWER_DAYS),
      role_name: 'accounting',
      reference_object: 'partner',
      reference_id: partner_id,
    })
  const owing = new Set(debts.map(({ cause }) => cause))
  for (const { cause } of await OPEN_TASKS.all(conn))
    if (!owing.has(cause)) await settleTask(ctx, conn, cause, 'They owe nothing any more.')
}
