import { z } from 'zod'
import { addDays } from '#domain/kit/day-number.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { closePair, openPairs } from './close-pairs.ts'
import { settleAdjustment } from './settle-adjustment.ts'
import { settleBill } from './settle-bill.ts'
import { adjustmentItem, billItem, holdSupplierOf } from './supplier-money.ts'

const LAPSED = sql<{ id: number }, [today: string]>`
  select id from bills where bill_status in ('approved', 'invoiced') and ppd_state = 'open'
    and supplier_due_date < $1 and deleted_at is null order by supplier_due_date, id`

// Credit of an adjustment that nothing has used, beside something it could pay: an entry by hand that
// was carried over, or what a bill gave back when it was replaced.
const UNUSED = sql<{ id: number }>`
  select d.id from adjustments d where d.supplier_id is not null and d.side = 'credit'
    and d.credit_left > 0 and d.adjustment_status = 'paid' and d.deleted_at is null
    and (exists (select from bills b where b.supplier_id = d.supplier_id and b.balance > 0
        and b.bill_status in ('approved', 'invoiced') and b.deleted_at is null)
      or exists (select from adjustments o where o.supplier_id = d.supplier_id and o.balance > 0
        and o.adjustment_status = 'invoiced' and o.deleted_at is null))
  order by d.id`

// Later than that nothing of a pair is decided any more.
const PAIR_DAYS = 400

/**
 * Every hour, what time has changed on the suppliers' side: discounts whose day has passed without
 * our money, credit that could pay something, and what is left of suppliers' money once both
 * discounts are decided.
 */
export const settleBillsJob = defineJob({
  name: 'settle-bills',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, (organisation_id) => settleBills(job, organisation_id))
  },
})

/** Each bill in a transaction of its own: a run that stops has lost nothing. */
async function settleBills(job: JobContext, organisation_id: number): Promise<void> {
  const ctx = systemContext(job, organisation_id, 'settle-bills')
  const scope = { organisation_id, user_id: null }
  const today = todayOf(job)
  const lapsed = await job.database.read(scope, (conn) => LAPSED.all(conn, today))
  for (const { id } of lapsed) {
    job.signal.throwIfAborted()
    await job.database.write(scope, async (conn) => {
      await holdSupplierOf(conn, billItem(id))
      await settleBill(ctx, conn, id, 'settle')
    })
  }
  for (const { id } of await job.database.read(scope, (conn) => UNUSED.all(conn))) {
    job.signal.throwIfAborted()
    await job.database.write(scope, async (conn) => {
      await holdSupplierOf(conn, adjustmentItem(id))
      await settleAdjustment(ctx, conn, id)
    })
  }
  const since = addDays(today, -PAIR_DAYS)
  const pairs = await job.database.read(scope, (conn) => openPairs(conn, since))
  for (const invoice_id of pairs) {
    job.signal.throwIfAborted()
    await job.database.write(scope, (conn) => closePair(ctx, conn, invoice_id))
  }
}
