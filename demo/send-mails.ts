import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { noteReached } from '#server/messaging/outbox/note-reached.ts'
import { sendOnce } from '#server/messaging/outbox/send-message-job.ts'
import { jobOn } from './play-call.ts'
import type { On } from './store-billing.ts'

const WAITING = sql<{ id: number; day: string }, []>`select id,
    (created_at at time zone 'Pacific/Auckland')::date::text as day
  from messages where status = 'queued' and type = 'email' and not_before is null
    and bulk_id is null order by id`

// Nobody was at a clock when it left: the day is that of the office.
const LEFT_ON = sql<never, [id: number, at: Date]>`update messages
  set sent_at = case when status in ('accepted', 'delivered') then $2::timestamptz end,
    delivered_at = case when status = 'delivered' then $2::timestamptz end, modified_at = $2
  where id = $1`

/** What is in the past is in nobody's mailbox, not even in the double's. */
const keptHere = ({ config, ...job }: JobContext): JobContext => ({
  ...job,
  config: { ...config, mailDouble: undefined },
})

/** Every mail of an earlier day has left on its day, and its reader's server has confirmed it. */
export async function sendMails(on: On, conn: Conn): Promise<void> {
  for (const { id, day } of await WAITING.all(conn)) {
    const ctx = on(day)
    const job = keptHere(jobOn(ctx, conn))
    const organisation_id = ctx.actor.organisation_id ?? 0
    const tried = await sendOnce(job, { organisation_id, message_id: id })
    if (tried?.status === 'accepted')
      await noteReached(conn, id, 'Delivered, as far as a demonstration reaches.')
    await LEFT_ON.run(conn, id, ctx.clock.now())
  }
}
