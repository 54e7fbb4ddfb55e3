import { z } from 'zod'
import { Exact } from '#domain/kit/decimal.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { type Context, todayOf } from '#server/context.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database.ts'
import { defineJob } from '#server/kit/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/system-context.ts'

/** Every night, a fee for each invoice that became late: once, billed with the next invoice. */
export const chargeLateFeesJob = defineJob({
  name: 'charge-late-fees',
  payload: z.strictObject({}),
  run: async (job) => {
    for (const organisation_id of await activeOrganisations(job)) {
      if (job.signal.aborted) return
      const ctx = systemContext(job, organisation_id, 'charge-late-fees')
      const scope = { organisation_id, user_id: null }
      await job.database.write(scope, (conn) => chargeLateFees(ctx, conn))
    }
  },
})

export async function chargeLateFees(ctx: Context, conn: Conn): Promise<void> {
  const today = todayOf(ctx)
  const [amount, grace, minimum] = await Promise.all([
    settingOf(conn, 'late_fee_amount'),
    settingOf(conn, 'late_fee_grace_days'),
    settingOf(conn, 'late_fee_minimum'),
  ])
  if (!new Exact(amount).gt(0)) return
  const owed = await conn.query<Late>(LATE, [today, minimum])
  const late = owed.filter((one) => addWorkingDays(one.due_date, grace) < today)
  await conn.query(
    `insert into pending_charges (organisation_id, customer_id, charge_type, name, amount,
       unique_key, about_invoice_id)
     select $4, customer_id, 'late_fee', 'Late payment fee for ' || number, $5,
       'late_fee ' || id, id
     from unnest($1::bigint[], $2::bigint[], $3::text[]) x (id, customer_id, number)
     on conflict (organisation_id, unique_key) do nothing`,
    [
      late.map((one) => one.id),
      late.map((one) => one.customer_id),
      late.map((one) => one.invoice_number),
      ctx.actor.organisation_id,
      amount,
    ],
  )
}

interface Late {
  id: number
  customer_id: number
  invoice_number: string
  due_date: string
}

// Nobody who depends on power for medical reasons is charged for being late.
const LATE = `select i.id, i.customer_id, i.invoice_number, i.due_date
  from invoices i join customers c on c.id = i.customer_id
  where i.invoice_status = 'invoiced' and i.due_date < $1 and i.balance >= $2::numeric
    and not i.is_held and i.deleted_at is null and c.charge_late_fee
    and not (c.required_for_medical and c.customer_type is distinct from 'commercial')
    and not exists (select from parked_accounts p where p.customer_id = c.id
      and p.released_at is null)
    and not exists (select from pending_charges f where f.unique_key = 'late_fee ' || i.id)
  order by i.id`

/** A payment entered later with an earlier date takes a fee away that nobody has billed. */
export async function dropLateFees(ctx: Context, conn: Conn): Promise<void> {
  const [grace, minimum] = await Promise.all([
    settingOf(conn, 'late_fee_grace_days'),
    settingOf(conn, 'late_fee_minimum'),
  ])
  const waiting = await conn.query<{ id: number; about: number; due_date: string }>(
    `select f.id, i.id as about, i.due_date from pending_charges f
     join invoices i on i.id = f.about_invoice_id
     where f.charge_type = 'late_fee' and f.invoice_id is null and f.dropped_at is null`,
  )
  const until = waiting.map((one) => addWorkingDays(one.due_date, grace))
  await conn.query(DROP, [
    waiting.map((one) => one.id),
    waiting.map((one) => one.about),
    until,
    minimum,
    ctx.clock.now(),
  ])
}

// What was owed when the last day had passed, as today's books tell it.
const DROP = `update pending_charges f set dropped_at = $5,
    drop_reason = case when x.is_gone then 'The invoice was cancelled.'
      else 'The invoice was paid in time.' end
  from (select c.id, i.invoice_status = 'cancelled' or i.deleted_at is not null as is_gone,
      case when i.ppd_state = 'lost' then i.undiscounted_total_this_period
        else i.discounted_total_this_period end - coalesce((select sum(a.amount) from allocations a
          left join invoicepayments p on p.id = a.invoicepayment_id
          left join invoices n on n.id = a.credit_invoice_id
        where a.invoice_id = i.id and coalesce(p.payment_date, n.invoiced_date) <= c.until), 0)
        as owed
    from unnest($1::bigint[], $2::bigint[], $3::date[]) c (id, about, until)
    join invoices i on i.id = c.about) x
  where f.id = x.id and f.invoice_id is null and (x.is_gone or x.owed < $4::numeric)`
