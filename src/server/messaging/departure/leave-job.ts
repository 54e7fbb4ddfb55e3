import { z } from 'zod'
import type { DepartureAction, DepartureParty } from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import { type Conn, isBroken } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { contextFor, type person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type Job, type JobContext } from '#server/kit/jobs/job.ts'
import { leaveAsSeen, refusalIn } from './leave-as-seen.ts'
import type { DepartureOffice, DepartureOffices, LeftOutRow } from './office.ts'
import { refuseWhoLeft } from './still-admitted.ts'

const leavePayload = z.strictObject({
  organisation_id: z.int().positive(),
  departure_id: z.int().positive(),
})
type LeavePayload = z.infer<typeof leavePayload>
export type LeaveJob = Job<LeavePayload>

interface HeldDeparture {
  id: number
  action: DepartureAction
  options: DepartureOptions
  asked_by: z.infer<typeof person>
  about_id: number | null
  about_version: number | null
}

// Whoever takes something back holds the same row: one of the two comes first.
const HOLD = sql<HeldDeparture, [id: number]>`
  select id, action, options, asked_by, about_id, about_version from departures
  where id = $1 for update`

interface HeldItem {
  id: number
  record_id: number
  record_version: number | null
  seen: string | null
  party_kind: DepartureParty
  party_id: number | null
  amount: string | null
  stands_for: number
}

const NEXT = sql<HeldItem, [departure_id: number]>`
  select id, record_id, record_version, seen, amount::text, stands_for,
    coalesce(customer_id, partner_id, supplier_id) as party_id,
    case when partner_id is not null then 'partner' when supplier_id is not null then 'supplier'
      else 'customer' end as party_kind
  from departure_items
  where departure_id = $1 and state = 'held' order by id limit 1`

const NOTE = sql<never, [id: number, message: string | null]>`
  update departure_items set state = case when $2::text is null then 'left' else 'refused' end,
    message = $2 where id = $1`

const NOTE_ALL = sql<never, [departure_id: number, message: string | null]>`
  update departure_items set state = case when $2::text is null then 'left' else 'refused' end,
    message = $2 where departure_id = $1 and state = 'held'`

const BEHIND = sql<LeftOutRow, [departure_id: number]>`
  select record_id as id, coalesce(reason, 'Taken back.') as reason from departure_items
  where departure_id = $1 and state in ('left_out', 'taken_back')`

/**
 * Lets what was held leave, each row in a transaction of its own together with the note that it has
 * left: after a fall, the next worker goes on with the rows that are still held.
 */
export function makeLeaveJob(offices: DepartureOffices): LeaveJob {
  return defineJob({
    name: 'leave',
    payload: leavePayload,
    retryLimit: 20,
    retryDelaySeconds: 2,
    concurrency: 2,
    run: async (job, payload) => {
      while (await leaveNext(job, payload, offices)) job.signal.throwIfAborted()
    },
  })
}

/** False once nothing is held any more. */
async function leaveNext(
  job: JobContext,
  { organisation_id, departure_id }: LeavePayload,
  offices: DepartureOffices,
): Promise<boolean> {
  const scope = { organisation_id, user_id: null }
  let tried: HeldItem | undefined
  try {
    return await job.database.write(scope, async (conn) => {
      const departure = await HOLD.one(conn, departure_id)
      tried = await NEXT.one(conn, departure_id)
      if (!departure || !tried) return false
      const name = `departure ${departure_id}`
      const ctx = contextFor(job, organisation_id, name, departure.asked_by)
      await leave(ctx, conn, offices[departure.action], departure, tried)
      return true
    })
  } catch (error) {
    const failed = tried
    if (!failed || job.signal.aborted || isBroken(error)) throw error
    // A mistake of ours keeps one row back, not all that come after it.
    const words = error instanceof Error ? error.message : String(error)
    await job.database.write(scope, (conn) =>
      NOTE.run(conn, failed.id, `It could not leave: ${words}`.slice(0, 500)),
    )
    return true
  }
}

async function leave(
  ctx: Context,
  conn: Conn,
  office: DepartureOffice,
  { id, action, options, about_id, about_version }: HeldDeparture,
  { id: item_id, record_id, record_version, seen, amount, stands_for, ...whom }: HeldItem,
): Promise<void> {
  const asked = { ...options, looked: { amount, count: stands_for } }
  const isWhole = 'leaveWhole' in office
  const note = (words: string | null) =>
    isWhole ? NOTE_ALL.run(conn, id, words) : NOTE.run(conn, item_id, words)
  const work = async () => {
    await refuseWhoLeft(ctx, conn, action)
    if (!('leaveWhole' in office)) {
      const record = { id: record_id, version: record_version ?? undefined }
      const leaving = { action, record, party: { id: record_id, ...whom }, seen }
      return note((await leaveAsSeen(ctx, conn, office, leaving, asked)).problem)
    }
    const about = { id: about_id ?? 0, version: about_version ?? undefined }
    await office.leaveWhole(ctx, conn, about, await BEHIND.all(conn, id), asked)
    return note(null)
  }
  await attempt(conn, work, (problem) => note(refusalIn(problem).slice(0, 500)))
}
