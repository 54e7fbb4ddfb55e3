import { invoice } from '#domain/invoices/invoice.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { ActionOf, StoredColumns } from '#domain/kit/entity.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import type { billingrunCalls } from '#domain/runs/billingrun-calls.ts'
import type { ItemStatus } from '#domain/runs/run-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue, type Job } from '#server/kit/jobs/job.ts'
import { historySql, historyValues } from '#server/kit/rows/history.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { makeDraftsJob, type RunPayload } from './run-drafts-job.ts'
import { countRun, followInvoices } from './run-progress.ts'
import { approveRunJob, sendRunJob } from './run-send-job.ts'

type Calls = typeof billingrunCalls
type MovedRun = Promise<Written<typeof billingrun>>

/** Stops a run where it is; drafts it made stay, or go with it. */
export function cancelRun(ctx: Context, conn: Conn, input: CheckedOf<Calls['cancel']>): MovedRun {
  const { id, delete_drafts } = input
  return moved(ctx, conn, 'cancel', { id }, async () => {
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
  const run = await moved(ctx, conn, 'resume', { id }, async () => {
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
  { id, acknowledge, ...asked }: CheckedOf<Calls['approve']> & Versioned,
): MovedRun {
  const run = await moved(ctx, conn, 'approve', { id, ...whyLess(asked) }, async () => {
    await leaveOut(conn, id, 'made', asked.left_out)
    return { acknowledged: acknowledge ?? [] }
  })
  await goOn(ctx, conn, id, approveRunJob)
  return run
}

export async function sendRun(
  ctx: Context,
  conn: Conn,
  { id, ...asked }: CheckedOf<Calls['send']> & Versioned,
): MovedRun {
  const run = await moved(ctx, conn, 'send', { id, ...whyLess(asked) }, async () => {
    await leaveOut(conn, id, 'approved', asked.left_out)
    return {}
  })
  await goOn(ctx, conn, id, sendRunJob)
  return run
}

interface Versioned {
  /** The version of the run that was looked at. */
  version?: number | undefined
  left_out?: { id: number; reason: string }[] | undefined
}

/** What the history of the run tells of those it went on without. */
function whyLess({ version, left_out = [] }: Versioned) {
  const reasons = [...new Set(left_out.map(({ reason }) => reason))].join('; ')
  const told = { reason: `${left_out.length} left out: ${reasons}`.slice(0, 1000) }
  return { version, ...(left_out.length > 0 ? told : {}) }
}

const LEAVE_OUT = sql<
  never,
  [
    billingrun_id: number,
    status: ItemStatus,
    invoice_ids: readonly number[],
    reasons: readonly string[],
  ]
>`update billingrun_items i set left_out = x.reason
  from billingrun_items t left join unnest($3::bigint[], $4::text[]) x (invoice_id, reason)
    using (invoice_id)
  where t.id = i.id and i.billingrun_id = $1 and i.item_status = $2
    and i.left_out is distinct from x.reason`

/** Notes which items a step goes on without; the others are in it again. */
async function leaveOut(
  conn: Conn,
  id: number,
  status: ItemStatus,
  left_out: Versioned['left_out'] = [],
): Promise<void> {
  // People approve and send invoices of a run by hand, too.
  await followInvoices(conn, id)
  const ids = left_out.map((one) => one.id)
  const reasons = left_out.map(({ reason }) => reason)
  await LEAVE_OUT.run(conn, id, status, ids, reasons)
}

/** Only one thing happens to a run at a time; what was said of the last one is told no longer. */
function moved(
  ctx: Context,
  conn: Conn,
  action: ActionOf<typeof billingrun>,
  asked: ActionRequest,
  work: () => Promise<StoredColumns<typeof billingrun>>,
): MovedRun {
  return transition(ctx, conn, billingrun, action, asked, async () => ({
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
  update billingrun_items set item_status = 'waiting', invoice_id = null, message = null,
    left_out = null
  where billingrun_id = $1 and invoice_id in (select id from t)`
