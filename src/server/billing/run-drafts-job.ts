import { z } from 'zod'
import { type Context, todayOf } from '#server/context.ts'
import { type Conn, isBroken } from '#server/kit/database.ts'
import { defineJob, type JobContext } from '#server/kit/job.ts'
import { systemContext } from '#server/kit/system-context.ts'
import { person } from '#server/meters/import/acting-person.ts'
import { computeRun } from './run-compute.ts'
import { countRun, holdRun, itemsIn, moveRun, noteDrafts, noteItem } from './run-progress.ts'
import { runSources } from './run-sources.ts'
import { storeDrafts } from './run-store.ts'

const CONTRACTS_AT_ONCE = 200

export const runPayload = z.strictObject({
  organisation_id: z.int().positive(),
  billingrun_id: z.int().positive(),
  by: person,
})
export type RunPayload = z.infer<typeof runPayload>

export function runContext(job: JobContext, payload: RunPayload): Context {
  const ctx = systemContext(job, payload.organisation_id, `billingrun ${payload.billingrun_id}`)
  return { ...ctx, actor: { ...ctx.actor, ...payload.by } }
}

/**
 * Makes the drafts of a run, chunk by chunk. Each chunk is one transaction with the state of its
 * items, so that a run goes on where it was, whenever and however it was stopped.
 */
export const makeDraftsJob = defineJob({
  name: 'billing-run-drafts',
  payload: runPayload,
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: async (job, payload) => {
    const scope = { organisation_id: payload.organisation_id, user_id: null }
    const ctx = runContext(job, payload)
    const { billingrun_id: id } = payload
    let size = CONTRACTS_AT_ONCE
    for (;;) {
      job.signal.throwIfAborted()
      try {
        const isMore = await job.database.write(scope, (conn) => makeChunk(ctx, conn, id, size))
        if (!isMore) return
        size = CONTRACTS_AT_ONCE
      } catch (error) {
        if (job.signal.aborted || isBroken(error)) throw error
        if (size === 1) await job.database.write(scope, (conn) => leaveOut(conn, id, error))
        // What fails together is tried one by one: only the account that is wrong stays behind.
        size = 1
      }
    }
  },
})

async function makeChunk(ctx: Context, conn: Conn, id: number, size: number): Promise<boolean> {
  const run = await holdRun(conn, id, 'running')
  if (!run) return false
  const items = await itemsIn(conn, id, 'waiting', 0, size)
  if (items.length === 0) {
    await countRun(conn, id)
    await moveRun(conn, id, 'running', 'ready')
    return false
  }
  const sources = await runSources(conn, todayOf(ctx), items)
  const outcomes = computeRun(items, sources, run.invoice_date)
  await noteDrafts(conn, id, await storeDrafts(ctx, conn, id, outcomes))
  await countRun(conn, id)
  return true
}

async function leaveOut(conn: Conn, id: number, error: unknown): Promise<void> {
  if (!(await holdRun(conn, id, 'running'))) return
  const [item] = await itemsIn(conn, id, 'waiting', 0, 1)
  const reason = error instanceof Error ? error.message : String(error)
  if (item) await noteItem(conn, item.id, 'failed', `It could not be made: ${reason}`.slice(0, 500))
}
