import type { DebitCause } from '#domain/directdebit/provider-words.ts'
import { DebitTrouble, type DirectDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { defineJob, enqueue } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { applyEvent } from './apply-event.ts'
import {
  heldConnection,
  isWaiting,
  noteAnswer,
  noteBroken,
  noteNoAnswer,
  providerOf,
} from './connection.ts'
import { applyEventsName } from './stored-events.ts'

/** An event as it is kept. */
export interface WaitingEvent {
  id: number
  resource_type: string
  action: string
  resource_id: string
  cause: DebitCause | null
  origin: string | null
  description: string | null
  will_attempt_retry: boolean
  links: Record<string, string>
  happened_at: string
}

const WAITING = sql<WaitingEvent, [after: number]>`
  select id, resource_type, action, resource_id, cause, origin, description, will_attempt_retry,
    links, happened_at from ddevents
  where event_status = 'waiting' and id > $1 order by id limit 100`

const PATIENCE_MS = 30_000

/** Applies what the provider said happened, each once and in any order: what it has now counts. */
export const applyEventsJob = defineJob({
  ...applyEventsName,
  run: async (job, { organisation_id }) => {
    const ctx = systemContext(job, organisation_id, applyEventsName.name)
    const scope = { organisation_id, user_id: null }
    const held = await job.database.read(scope, (conn) => heldConnection(conn, job.config))
    if (!held || held.connection_status === 'broken' || isWaiting(held, job.clock.now())) return
    const provider = await providerOf(job.config, held)
    let after = 0
    const failures: unknown[] = []
    for (;;) {
      const events = await job.database.read(scope, (conn) => WAITING.all(conn, after))
      if (events.length === 0) break
      for (const event of events) {
        job.signal.throwIfAborted()
        after = event.id
        try {
          if (!(await applied(ctx, provider, event))) return
        } catch (error) {
          // One that cannot be applied holds up no other; it is tried again with the job.
          failures.push(error)
        }
      }
    }
    if (failures.length > 0) throw failures[0]
  },
})

/** False where the provider cannot be asked now: the rest waits, too. */
async function applied(ctx: Context, provider: DirectDebit, event: WaitingEvent): Promise<boolean> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  const scope = { organisation_id, user_id: null }
  try {
    const apply = await applyEvent(ctx, provider, event)
    await ctx.database.write(scope, async (conn) => {
      await noteAnswer(conn)
      await applyOnce(conn, event.id, apply)
    })
    return true
  } catch (error) {
    if (!(error instanceof DebitTrouble)) throw error
    const { kind, message, retryAfterSeconds } = error
    if (kind === 'refused' || kind === 'missing') {
      const nothing = { status: 'ignored', message } as const
      await ctx.database.write(scope, (conn) => applyOnce(conn, event.id, async () => nothing))
      return true
    }
    await ctx.database.write(scope, async (conn) => {
      if (kind === 'ended') return noteBroken(ctx, conn, message)
      if (kind === 'unknown') await noteNoAnswer(ctx, conn, message)
      const wait = retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : PATIENCE_MS
      const startAfter = new Date(ctx.clock.now().getTime() + wait)
      await enqueue(conn, applyEventsName, { organisation_id }, { startAfter })
    })
    return false
  }
}

/** What became of an event, and what it was about. */
export interface EventOutcome {
  status: 'applied' | 'ignored'
  message?: string | null | undefined
  customer_id?: number | null | undefined
  mandate_id?: number | null | undefined
  invoicepayment_id?: number | null | undefined
  payout_id?: number | null | undefined
}

const HELD = sql<{ id: number }, [id: number]>`
  select id from ddevents where id = $1 and event_status = 'waiting' for update`

const SETTLED = sql<
  never,
  [
    id: number,
    event_status: string,
    message: string | null,
    customer_id: number | null,
    mandate_id: number | null,
    invoicepayment_id: number | null,
    payout_id: number | null,
  ]
>`update ddevents set event_status = $2, message = $3, customer_id = $4, mandate_id = $5,
    invoicepayment_id = $6, payout_id = $7, version = version + 1, modified_at = clock_timestamp()
  where id = $1`

/** Another worker may have the same one: the second finds it done. */
async function applyOnce(
  conn: Conn,
  id: number,
  apply: (conn: Conn) => Promise<EventOutcome>,
): Promise<void> {
  if (!(await HELD.one(conn, id))) return
  const { status, message, ...about } = await apply(conn)
  await SETTLED.run(
    conn,
    id,
    status,
    message?.slice(0, 500) ?? null,
    about.customer_id ?? null,
    about.mandate_id ?? null,
    about.invoicepayment_id ?? null,
    about.payout_id ?? null,
  )
}
