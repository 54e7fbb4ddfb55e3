import { LAST_HOUR, lastChangeDay } from '#domain/directdebit/charge-day.ts'
import { cents } from '#domain/kit/money.ts'
import { debitReview } from '#server/books/debit-review.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Clock, type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { hourOf } from './debit-facts.ts'
import { type DebitBefore, proposeAnew } from './plan-anew.ts'
import { stopDebit } from './planned-debits.ts'

interface ReviewedDebit extends DebitBefore {
  charge_date: string
  version: number
}

const PLANNED = sql<ReviewedDebit, [customer_id: number]>`
  select id, customer_id, invoice_id, amount_incl_gst::text, charge_date, aims_at, grant_ppd,
    version
  from invoicepayments where customer_id = $1 and payment_status = 'pending'
    and debit_state = 'planned' and cancel_asked_at is null and deleted_at is null
  order by charge_date, id`

/**
 * Something about a customer's money changed: debits that are planned for more than is still to pay,
 * or sooner than their page asks for by now, are cancelled and made anew for what is left. Never for
 * more than was announced; and what is with the bank already runs, its surplus is credit.
 */
export const reviewDebitsJob = defineJob({
  ...debitReview,
  run: async (job, { organisation_id, customer_id }) => {
    const ctx = systemContext(job, organisation_id, debitReview.name)
    await job.database.write({ organisation_id, user_id: null }, (conn) =>
      reviewDebits(ctx, conn, customer_id),
    )
  },
})

export async function reviewDebits(ctx: Context, conn: Conn, customer_id: number): Promise<void> {
  await holdCustomers(conn, [customer_id])
  for (const debit of await PLANNED.all(conn, customer_id)) {
    if (!canStillChange(ctx, debit.charge_date)) continue
    const noticed = cents(debit.amount_incl_gst)
    const { total, charge_date, refusals } = await proposeAnew(ctx, conn, debit, debit.charge_date)
    const isStopped = refusals.some(({ code }) => stopping.has(code))
    const isLater = charge_date > debit.charge_date
    if (!isStopped && !isLater && total >= noticed) continue
    // A smaller one would not be there in time: this one runs, and what is too much is credit.
    if (!isStopped && refusals.some(({ code }) => code === 'M004')) continue
    const less = isLater ? 'It is to be paid later by now.' : 'Less is to be collected by now.'
    const reason = isStopped ? (refusals[0]?.reason ?? '') : less
    await stopDebit(ctx, conn, debit, { plansAnew: !isStopped && total > 0, reason })
  }
}

// A debit of nothing is none; what is held, stopped or without authority is not collected.
const stopping = new Set(['M001', 'M002', 'M005', 'M006'])

/** Until the afternoon of the working day before; then it is on its way to the bank. */
export function canStillChange({ clock }: { clock: Clock }, charge_date: string): boolean {
  const last = lastChangeDay(charge_date)
  const today = todayOf({ clock })
  return today < last || (today === last && hourOf({ clock }) < LAST_HOUR)
}
