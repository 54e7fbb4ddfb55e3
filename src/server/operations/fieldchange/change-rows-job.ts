import { z } from 'zod'
import { roles } from '#domain/access/role.ts'
import { entityNamed } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { FieldChangeRowState, FieldChangeState } from '#domain/kit/fieldchange-calls.ts'
import { messageOf } from '#domain/kit/problem.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import { type Conn, isBroken, sqlStateOf } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { contextFor, type person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type Job, type JobContext } from '#server/kit/jobs/job.ts'
import type { RowWriting } from '#server/kit/rows/verb-handlers.ts'
import { changeRow, type PlannedRow, undoRow } from './change-row.ts'
import { NOTE } from './noted-row.ts'

const changePayload = z.strictObject({
  organisation_id: z.int().positive(),
  fieldchange_id: z.int().positive(),
})
type ChangePayload = z.infer<typeof changePayload>
export type FieldChangeJob = Job<ChangePayload>

/** What serves the change of one row, as its own call does it. */
export type RowWriters = (entity: Entity) => Promise<Pick<RowWriting, 'write'>>

interface HeldChange {
  object_class: string
  field: string
  value: unknown
  state: FieldChangeState
  by: z.infer<typeof person>
  role: string
}

// Whoever stops it holds the same row, and so does a second worker: they come one after the other.
const HOLD = sql<HeldChange, [id: number]>`
  select object_class, field, value, state, case when state = 'undoing' then undone_by else asked_by
    end as by, case when state = 'undoing' then undone_as else asked_as end as role
  from fieldchanges where id = $1 for update`.named('fieldchange_hold')

const NEXT = sql<PlannedRow, [fieldchange_id: number, state: string]>`
  select id, object_id, before, history_id from fieldchange_rows
  where fieldchange_id = $1 and state = $2 order by id limit 1`.named('fieldchange_next')

const END = sql<never, [id: number]>`update fieldchanges
  set state = case state when 'running' then 'done' else 'undone' end where id = $1`

// Unless a second worker has got it done meanwhile.
const FAILED = sql<
  never,
  [id: number, wanted: string, state: FieldChangeRowState, problem: string]
>`update fieldchange_rows set state = $3, problem = $4 where id = $1 and state = $2`

/** Which rows are next, while something is under way. */
const nextOf: Partial<Record<FieldChangeState, 'waiting' | 'changed'>> = {
  running: 'waiting',
  undoing: 'changed',
}

/**
 * Changes the rows of a selection one after the other, each in a transaction of its own together with
 * the note of what became of it: after a fall, the next worker goes on with those that still wait.
 * No two rows are held at a time, so that it stands in nobody's way for longer than a person would.
 */
export function makeFieldChangeJob(writers: RowWriters): FieldChangeJob {
  return defineJob({
    name: 'change-rows',
    payload: changePayload,
    retryLimit: 20,
    retryDelaySeconds: 2,
    concurrency: 2,
    run: async (job, payload) => {
      while (await changeNext(job, payload, writers)) job.signal.throwIfAborted()
    },
  })
}

/** False once there is nothing left to do. */
async function changeNext(
  job: JobContext,
  { organisation_id, fieldchange_id }: ChangePayload,
  writers: RowWriters,
): Promise<boolean> {
  const scope = { organisation_id, user_id: null }
  let tried: { id: number; wanted: 'waiting' | 'changed' } | undefined
  try {
    return await job.database.write(scope, async (conn) => {
      const change = await HOLD.one(conn, fieldchange_id)
      const wanted = change && nextOf[change.state]
      if (!wanted) return false
      const row = await NEXT.one(conn, fieldchange_id, wanted)
      if (!row) {
        await END.run(conn, fieldchange_id)
        return false
      }
      tried = { id: row.id, wanted }
      const ctx = contextOf(job, organisation_id, change)
      await changeOne(ctx, conn, { change, row, isUndo: wanted === 'changed' }, writers)
      return true
    })
  } catch (error) {
    const failed = tried
    if (!failed || job.signal.aborted || isBroken(error)) throw error
    // A mistake of ours, or a row that somebody holds, keeps one row back and not all that come after.
    const isHeld = sqlStateOf(error) === '55P03'
    const words = isHeld
      ? messageOf('conflict')
      : messageOf('serverError', { reference: `change ${fieldchange_id}` })
    const state = failed.wanted === 'changed' ? 'kept' : 'refused'
    await job.database.write(scope, (conn) =>
      FAILED.run(conn, failed.id, failed.wanted, state, words),
    )
    return true
  }
}

/** The person who asked for it, with the rights they asked with. */
function contextOf(job: JobContext, organisation_id: number, { by, role }: HeldChange): Context {
  const ctx = contextFor(job, organisation_id, 'change-rows', by)
  const known = roles.find((one) => one === role) ?? 'guest'
  return { ...ctx, actor: { ...ctx.actor, role: known } }
}

interface Step {
  change: HeldChange
  row: PlannedRow
  isUndo: boolean
}

async function changeOne(
  ctx: Context,
  conn: Conn,
  { change, row, isUndo }: Step,
  writers: RowWriters,
): Promise<void> {
  const entity = entityNamed(change.object_class)
  if (!entity) throw new Error(`There is no ${change.object_class}.`)
  const writer = await writers(entity)
  const planned = { entity, name: change.field, value: change.value, writer, row }
  const step = isUndo ? undoRow : changeRow
  await attempt(
    conn,
    () => step(ctx, conn, planned),
    ({ message }) => NOTE.run(conn, row.id, isUndo ? 'kept' : 'refused', message, null, null),
  )
}
