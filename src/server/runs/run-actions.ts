import { invoice } from '#domain/invoices/invoice.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { ActionOf, Stored } from '#domain/kit/entity.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import type { billingrunCalls } from '#domain/runs/billingrun-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue, type Job } from '#server/kit/jobs/job.ts'
import { historySql, historyValues } from '#server/kit/rows/history.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { makeDraftsJob, type RunPayload } from './run-drafts-job.ts'
import { countRun } from './run-progress.ts'
import { approveRunJob, sendRunJob } from './run-send-job.ts'

type Calls = typeof billingrunCalls
type MovedRun = Promise<Written<typeof billingrun>>

/** Stops a run where it is; drafts it made stay, or go with it. */
export function cancelRun(ctx: Context, conn: Conn, input: CheckedOf<Calls['cancel']>): MovedRun {
  const { id, delete_drafts } = input
  return moved(ctx, conn, 'cancel', id, async () => {
    if (delete_drafts) await deleteDrafts(ctx, conn, id)
    await countRun(conn, id)
    return {}
  })
}

/** What was left out is looked at again: somebody may have mended it. */
export async function resumeRun(
  ctx: Context,
  conn: Conn,
  { id }: CheckedOf<Calls['resume']>,
): MovedRun {
  const run = await moved(ctx, conn, 'resume', id, async () => {
    await TRY_AGAIN.run(conn, id)
    await countRun(conn, id)
    return {}
  })
  await goOn(ctx, conn, id, makeDraftsJob)
  return run
}

export async function approveRun(
  ctx: Context,
  conn: Conn,
  { id, acknowledge }: CheckedOf<Calls['approve']>,
): MovedRun {
  const seen = { acknowledged: acknowledge ?? [] }
  const run = await moved(ctx, conn, 'approve', id, async () => seen)
  await goOn(ctx, conn, id, approveRunJob)
  return run
}

export async function sendRun(
  ctx: Context,
  conn: Conn,
  { id }: CheckedOf<Calls['send']>,
): MovedRun {
  const run = await moved(ctx, conn, 'send', id, async () => ({}))
  await goOn(ctx, conn, id, sendRunJob)
  return run
}

/** Only one thing happens to a run at a time; what was said of the last one is told no longer. */
function moved(
  ctx: Context,
  conn: Conn,
  action: ActionOf<typeof billingrun>,
  id: number,
  work: () => Promise<Stored<typeof billingrun>>,
): MovedRun {
  return transition(ctx, conn, billingrun, action, { id }, async () => ({
    ...(await work()),
    message: null,
  }))
}

/** The work is done in the background, in the name of whoever asked for it. */
async function goOn(ctx: Context, conn: Conn, id: number, job: Job<RunPayload>): Promise<void> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueue(conn, job, { organisation_id, billingrun_id: id, by: personOf(ctx) })
}

const TRY_AGAIN = sql<never, [billingrun_id: number]>`
  update billingrun_items set item_status = 'waiting', message = null, invoice_id = null
  where billingrun_id = $1 and item_status = 'failed'`

/** Drafts of the run that nobody has numbered go to the bin; bills and charges are free again. */
async function deleteDrafts(ctx: Context, conn: Conn, id: number): Promise<void> {
  const told = { action: 'delete', changes: {} }
  await DELETE_DRAFTS.run(conn, id, ...historyValues(ctx, invoice, told))
}

const TOLD: Fragment = { fragment: historySql(invoice, 1) }

const DELETE_DRAFTS = sql<never, [billingrun_id: number, ...told: unknown[]]>`
  with t as (update invoices v set deleted_at = now(), version = version + 1, modified_at = now()
    from billingrun_items i where i.billingrun_id = $1 and v.id = i.invoice_id
      and v.invoice_status = 'draft' and v.invoice_number is null and v.deleted_at is null
    returning v.*),
  told as (${TOLD}),
  freed as (update bills set invoice_id = null where invoice_id in (select id from t)),
  waiting as (update pending_charges set invoice_id = null
    where invoice_id in (select id from t))
  update billingrun_items set item_status = 'waiting', invoice_id = null, message = null
  where billingrun_id = $1 and invoice_id in (select id from t)`
