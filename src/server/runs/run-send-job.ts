import type { ItemStatus } from '#domain/runs/run-lines.ts'
import { refuseParked } from '#server/books/parked-accounts.ts'
import { approveInvoice } from '#server/invoices/approve-invoice.ts'
import { sendInvoice } from '#server/invoices/send-invoice.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { approveTogether } from './run-approve.ts'
import { type RunPayload, runContext, runPayload } from './run-drafts-job.ts'
import {
  countRun,
  followInvoices,
  holdRun,
  itemsIn,
  moveRun,
  noteItem,
  type RunItem,
  type RunStatus,
} from './run-progress.ts'

const APPROVED_AT_ONCE = 200
// How often the counts people watch are kept up while invoices are sent.
const COUNTED_AFTER = 25
// A page is drawn for each: the books are not held up by more than one of them.
const SENT_AT_ONCE = 1

/** Approves the drafts of a run in their order; what has warnings nobody has seen stays a draft. */
export const approveRunJob = defineJob({
  name: 'billing-run-approve',
  payload: runPayload,
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: (job, payload) =>
    eachItem(job, payload, {
      while: 'approving',
      item: 'made',
      becomes: 'approved',
      atOnce: APPROVED_AT_ONCE,
      together: approveTogether,
      work: async (ctx, conn, item, acknowledge) => {
        await approveInvoice(ctx, conn, { id: item.invoice_id ?? 0, acknowledge })
      },
    }),
})

/** Sends the approved invoices of a run, each in a transaction of its own. */
export const sendRunJob = defineJob({
  name: 'billing-run-send',
  payload: runPayload,
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: (job, payload) =>
    eachItem(job, payload, {
      while: 'sending',
      item: 'approved',
      becomes: 'sent',
      atOnce: SENT_AT_ONCE,
      work: async (ctx, conn, item) => {
        const customer = await POSTED.one(conn, item.customer_id)
        await sendInvoice(ctx, conn, { id: item.invoice_id ?? 0, posted: customer?.posted })
      },
    }),
})

const POSTED = sql<{ posted: boolean }, [customer_id: number]>`
  select receive_mail_invoices as posted from customers where id = $1`

interface Steps {
  while: RunStatus
  item: ItemStatus
  becomes: ItemStatus
  atOnce: number
  /** Does what needs no word in particular, and answers the invoices that are done. */
  together?: typeof approveTogether
  work(ctx: Context, conn: Conn, item: RunItem, acknowledge: string[]): Promise<void>
}

async function eachItem(job: JobContext, payload: RunPayload, steps: Steps): Promise<void> {
  const scope = { organisation_id: payload.organisation_id, user_id: null }
  const ctx = runContext(job, payload)
  const { billingrun_id: id } = payload
  await job.database.write(scope, (conn) => followInvoices(conn, id))
  let after = 0
  let seen = 0
  for (;;) {
    job.signal.throwIfAborted()
    const last = await job.database.write(scope, async (conn) => {
      const run = await holdRun(conn, id, steps.while)
      if (!run) return null
      const items = await itemsIn(conn, id, steps.item, after, steps.atOnce)
      const done = await steps.together?.(ctx, conn, items, run.acknowledged)
      const left = items.filter((item) => !done?.has(item.invoice_id ?? 0))
      for (const item of left) await oneItem(ctx, conn, item, run.acknowledged, steps)
      if (items.length === 0) await finish(conn, id, steps.while)
      else if (seen % COUNTED_AFTER === 0) await countRun(conn, id)
      return items.at(-1)?.id ?? null
    })
    if (last === null) return
    after = last
    seen += steps.atOnce
  }
}

/** What is refused for one invoice is kept beside it, and the others go on. */
async function oneItem(
  ctx: Context,
  conn: Conn,
  item: RunItem,
  acknowledge: string[],
  steps: Steps,
): Promise<void> {
  await attempt(
    conn,
    async () => {
      await refuseParked(conn, item.customer_id, steps.while)
      await steps.work(ctx, conn, item, acknowledge)
      await noteItem(conn, item.id, steps.becomes, null)
    },
    ({ message }) => noteItem(conn, item.id, null, message.slice(0, 500)),
  )
}

async function finish(conn: Conn, id: number, status: RunStatus): Promise<void> {
  await countRun(conn, id)
  const left = await OPEN.one(conn, id)
  await moveRun(conn, id, status, left?.open ? 'ready' : 'done')
}

const OPEN = sql<{ open: boolean }, [billingrun_id: number]>`
  select exists (select from billingrun_items where billingrun_id = $1
    and item_status in ('waiting', 'made', 'approved')) as open`
