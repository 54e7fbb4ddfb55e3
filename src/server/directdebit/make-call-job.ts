import { DebitTrouble } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { type CallKindRules, callKinds } from './call-kinds.ts'
import {
  type HeldConnection,
  heldConnection,
  isWaiting,
  noteAnswer,
  noteBroken,
  noteNoAnswer,
  providerOf,
} from './connection.ts'
import { type CallKind, callJobName } from './provider-call.ts'

/** A call as it is kept. */
export interface KeptCall {
  id: number
  kind: CallKind
  call_key: string
  customer_id: number
  mandate_id: number | null
  invoicepayment_id: number | null
  refund_id: number | null
  sealed_input: string | null
  plans_anew: boolean
  tries: number
  first_tried_at: string | null
}

// Seconds until the same is asked again; from then on every five minutes.
const PATIENCE = [1, 2, 4, 8, 16]
const LONG_PATIENCE = 300

// It is counted before it is made: what a crash leaves behind is asked for again under its key.
const CLAIM = sql<KeptCall, [id: number, now: Date]>`
  update ddcalls set tries = tries + 1, first_tried_at = coalesce(first_tried_at, $2),
    call_status = 'unknown', next_try_at = $2::timestamptz + make_interval(secs => 30)
  where id = $1 and call_status in ('waiting', 'unknown') and next_try_at <= $2
  returning id, kind, call_key, customer_id, mandate_id, invoicepayment_id, refund_id, sealed_input,
    plans_anew, tries, first_tried_at`

const LATER = sql<never, [id: number, next_try_at: Date, message: string | null]>`
  update ddcalls set next_try_at = $2, message = coalesce($3, message) where id = $1`

// What only the provider may keep is forgotten once it has it.
const END = sql<never, [id: number, call_status: string, message: string | null, now: Date]>`
  update ddcalls set call_status = $2, message = $3, done_at = $4, sealed_input = null where id = $1`

/** Makes a call that was decided on, until it is known what became of it. */
export const makeCallJob = defineJob({
  ...callJobName,
  retryLimit: 2,
  concurrency: 4,
  run: async (job, { organisation_id, call_id }) => {
    const ctx = systemContext(job, organisation_id, callJobName.name)
    const scope = { organisation_id, user_id: null }
    const now = job.clock.now()
    const held = await job.database.read(scope, (conn) => heldConnection(conn, job.config))
    if (!held || held.connection_status === 'broken') return
    if (isWaiting(held, now)) return postpone(job, organisation_id, call_id, held)
    const call = await job.database.write(scope, (conn) => CLAIM.one(conn, call_id, now))
    if (call) await makeCall(ctx, call, held)
  },
})

async function postpone(
  job: JobContext,
  organisation_id: number,
  call_id: number,
  { waiting_until }: HeldConnection,
): Promise<void> {
  const startAfter = new Date(waiting_until ?? 0)
  await job.database.write({ organisation_id, user_id: null }, (conn) =>
    enqueue(conn, callJobName, { organisation_id, call_id }, { startAfter }),
  )
}

async function makeCall(ctx: Context, call: KeptCall, held: HeldConnection): Promise<void> {
  const rules: CallKindRules = callKinds[call.kind]
  const organisation_id = ctx.actor.organisation_id ?? 0
  const scope = { organisation_id, user_id: null }
  const end = (conn: Conn, status: string, message: string | null) =>
    END.run(conn, call.id, status, message, ctx.clock.now())
  try {
    const provider = await providerOf(ctx.config, held)
    const outcome = await rules.make(ctx, call, provider)
    await ctx.database.write(scope, async (conn) => {
      await noteAnswer(conn)
      if (outcome === 'later') return tryAgain(ctx, conn, call, PATIENCE[2] ?? 4, null)
      if (outcome === 'withdrawn') return end(conn, 'withdrawn', null)
      await outcome(conn)
      await end(conn, 'done', null)
    })
  } catch (error) {
    if (!(error instanceof DebitTrouble)) throw error
    const { kind, message, retryAfterSeconds } = error
    await ctx.database.write(scope, async (conn) => {
      if (kind === 'refused' || kind === 'missing') {
        await noteAnswer(conn)
        await rules.refused(ctx, conn, call, error)
        return end(conn, 'refused', message.slice(0, 500))
      }
      if (kind === 'ended') await noteBroken(ctx, conn, message)
      if (kind === 'unknown') await noteNoAnswer(ctx, conn, message)
      const seconds =
        kind === 'busy' ? retryAfterSeconds : (PATIENCE[call.tries - 1] ?? LONG_PATIENCE)
      return tryAgain(ctx, conn, call, seconds, message)
    })
  }
}

async function tryAgain(
  ctx: Context,
  conn: Conn,
  { id }: KeptCall,
  seconds: number,
  message: string | null,
): Promise<void> {
  const startAfter = new Date(ctx.clock.now().getTime() + Math.max(seconds, 1) * 1000)
  await LATER.run(conn, id, startAfter, message)
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueue(conn, callJobName, { organisation_id, call_id: id }, { startAfter })
}
