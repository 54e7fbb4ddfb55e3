import { z } from 'zod'
import { invoice } from '#domain/invoices/invoice.ts'
import type { Stored } from '#domain/kit/entity.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { type BillingRun, billingrun } from '#domain/runs/billingrun.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Answer, type Route, route } from '#server/kit/http/route.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue, type Job } from '#server/kit/jobs/job.ts'
import { archived, lockRow } from '#server/kit/rows/change-row.ts'
import { historySql, historyValues } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { makeDraftsJob, type RunPayload } from './run-drafts-job.ts'
import { countRun } from './run-progress.ts'
import { approveRunJob, sendRunJob } from './run-send-job.ts'

const started = 202

type RunStatus = BillingRun['run_status']

interface RunAction<I> {
  path: string
  summary: string
  input: z.ZodType<I>
  from: readonly RunStatus[]
  to(status: RunStatus): RunStatus
  job?: Job<RunPayload>
  message: string
  values?(input: I): Stored<typeof billingrun>
  after?(ctx: Context, conn: Conn, input: I): Promise<void>
}

/** What can be done with a billing run; only one thing happens to it at a time. */
export const runActionRoutes: Route[] = [
  action({
    path: 'cancel',
    summary: 'Stop a billing run; drafts it made stay, or go with it',
    input: z.strictObject({ id: idSchema, delete_drafts: z.boolean().optional() }),
    from: ['running', 'approving', 'sending', 'ready'],
    to: (status) => (status === 'running' || status === 'ready' ? 'cancelled' : 'ready'),
    message: 'The billing run is stopped.',
    after: async (ctx, conn, { id, delete_drafts }) => {
      if (delete_drafts) await deleteDrafts(ctx, conn, id)
    },
  }),
  action({
    path: 'resume',
    summary: 'Go on with a billing run that was stopped',
    input: z.strictObject({ id: idSchema }),
    from: ['cancelled', 'failed', 'ready'],
    to: () => 'running',
    job: makeDraftsJob,
    message: 'The billing run goes on.',
    // What was left out is looked at again: somebody may have mended it.
    after: async (_ctx, conn, { id }) => {
      await conn.query(
        `update billingrun_items set item_status = 'waiting', message = null, invoice_id = null
         where billingrun_id = $1 and item_status = 'failed'`,
        [id],
      )
    },
  }),
  action<{ id: number; acknowledge?: string[] | undefined }>({
    path: 'approve',
    summary: 'Approve the drafts of a billing run, with the warnings that were looked at',
    input: z.strictObject({
      id: idSchema,
      acknowledge: z.array(z.string().max(10)).max(50).optional(),
    }),
    from: ['ready'],
    to: () => 'approving',
    job: approveRunJob,
    message: 'The invoices are being approved.',
    values: ({ acknowledge }) => ({ acknowledged: acknowledge ?? [] }),
  }),
  action({
    path: 'send',
    summary: 'Send the approved invoices of a billing run',
    input: z.strictObject({ id: idSchema }),
    from: ['ready'],
    to: () => 'sending',
    job: sendRunJob,
    message: 'The invoices are being sent.',
  }),
]

function action<I extends { id: number }>(definition: RunAction<I>): Route {
  return route<I>({
    method: 'POST',
    path: `/billingrun/${definition.path}`,
    summary: definition.summary,
    policy: {
      from: 'accounting',
      notWhileImpersonating: ['approve', 'send'].includes(definition.path),
    },
    target: billingrun,
    output: { entity: billingrun, many: false },
    input: definition.input,
    write: (ctx, conn, input) => move(ctx, conn, definition, input),
  })
}

async function move<I extends { id: number }>(
  ctx: Context,
  conn: Conn,
  { path, from, to, job, message, values, after }: RunAction<I>,
  input: I,
): Promise<Answer> {
  const { id } = input
  const current = await lockRow(ctx, conn, billingrun, id)
  if (current.deleted_at) throw archived(billingrun)
  const before = current.row.run_status
  if (!from.includes(before)) throw notPossible(path, `the billing run is ${before}`)
  await after?.(ctx, conn, input)
  if (after) await countRun(conn, id)
  const run_status = to(before)
  const written = await updateRow(
    ctx,
    conn,
    billingrun,
    id,
    { ...values?.(input), run_status, message: null },
    { action: path, changes: { run_status: [before, run_status] } },
  )
  const organisation_id = ctx.actor.organisation_id ?? 0
  const payload = { organisation_id, billingrun_id: id, by: personOf(ctx) }
  if (job) await enqueue(conn, job, payload)
  return { ...writtenAnswer(ctx, billingrun, written, { status: started }), message }
}

/** Drafts of the run that nobody has numbered go to the bin; bills and charges are free again. */
async function deleteDrafts(ctx: Context, conn: Conn, id: number): Promise<void> {
  await conn.query(
    `with t as (update invoices v set deleted_at = now(), version = version + 1,
         modified_at = now()
       from billingrun_items i where i.billingrun_id = $1 and v.id = i.invoice_id
         and v.invoice_status = 'draft' and v.invoice_number is null and v.deleted_at is null
       returning v.*),
     told as (${historySql(invoice, 1)}),
     freed as (update bills set invoice_id = null where invoice_id in (select id from t)),
     waiting as (update pending_charges set invoice_id = null
       where invoice_id in (select id from t))
     update billingrun_items set item_status = 'waiting', invoice_id = null, message = null
     where billingrun_id = $1 and invoice_id in (select id from t)`,
    [id, ...historyValues(ctx, invoice, { action: 'delete', changes: {} })],
  )
}
