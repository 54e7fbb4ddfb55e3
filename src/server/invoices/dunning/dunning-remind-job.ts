import type { PlannedStep } from '#domain/identity/reminder-plan.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { Problem } from '#domain/kit/problem.ts'
import { isPromised } from '#server/books/promised.ts'
import { reminderJob } from '#server/books/reminder-job.ts'
import { isPausing, reminderRefusal } from '#server/books/reminder-rules.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { invoiceFacts } from '#server/invoices/invoice-facts.ts'
import { feeToAnnounce, sendReminder } from '#server/invoices/remind-invoice.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { promisedFor } from '#server/messaging/checks/promised-for.ts'
import { hasNeverArrived } from './never-arrived.ts'

interface OverdueInvoice {
  id: number
  customer_id: number
  customer_type: string | null
  due_date: string
  steps_done: number[]
}

const OVERDUE = sql<OverdueInvoice, [today: string]>`
  select i.id, i.customer_id, c.customer_type, i.due_date, coalesce((select array_agg(r.step)
    from reminders r where r.invoice_id = i.id and r.outcome = 'sent'), '{}') as steps_done
  from invoices i join customers c on c.id = i.customer_id
  where i.invoice_status = 'invoiced' and i.due_date < $1
    and i.balance > ${promisedFor('i', fragment`i`)}
    and i.deleted_at is null order by i.customer_id, i.due_date, i.id`

const KEEP_REFUSAL = sql<
  never,
  [organisation_id: number | null, invoice_id: number, step: number, reason: string]
>`insert into reminders (organisation_id, invoice_id, step, outcome, reason)
  select $1, $2, $3, 'refused', $4 where exists (select from invoices where id = $2
    and invoice_status = 'invoiced' and balance > 0)
  on conflict (invoice_id, step) where outcome = 'refused' do nothing`

export const remindCustomers = reminderJob({
  name: 'remind-customers',
  overdue: OVERDUE,
  remind: remindOne,
})

/** What is refused is kept as evidence; what comes too soon after the last contact waits. */
async function remindOne(
  ctx: Context,
  conn: Conn,
  { id, customer_id }: OverdueInvoice,
  step: PlannedStep,
): Promise<void> {
  // The same step is looked at again tomorrow, when the bank may have answered.
  if (await isPromised(conn, 'i', id)) return
  await settleCustomer(ctx, conn, customer_id, { because: 'The last day passed.' })
  const refused = (message: string) =>
    KEEP_REFUSAL.run(conn, ctx.actor.organisation_id, id, step.days, message)
  if (await hasNeverArrived(conn, id)) {
    await refused('The mail with this invoice did not arrive. Send it again first.')
    return
  }
  const remind = () =>
    transition(ctx, conn, invoice, 'remind', { id, despiteHolder: true }, async ({ row }) => {
      const refusal = await reminderRefusal(ctx, conn, row)
      if (refusal) throw new Problem('notPossible', { message: refusal.reason })
      const late_fee = step.tells_fee ? await feeToAnnounce(conn, id) : null
      await sendReminder(ctx, conn, await invoiceFacts(conn, id), {
        late_fee,
        step,
        is_by_hand: false,
      })
      return { reminded_at: ctx.clock.now().toISOString() }
    })
  await attempt(conn, remind, async ({ message }) => {
    if (await isPausing(ctx, conn, customer_id)) return
    await refused(message)
  })
}
