import type { FieldChangeState } from '#domain/kit/fieldchange-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { admittedField, isAdmitted } from './admitted.ts'
import type { FieldChangeJob } from './change-rows-job.ts'
import { toldChange, unknownChange } from './told-change.ts'

interface HeldChange {
  state: FieldChangeState
  object_class: string
  field: string
  user_id: number
}

// The worker holds the same row while it changes one: once it is stopped, nothing changes any more.
const HOLD = sql<HeldChange, [id: number]>`
  select state, object_class, field, user_id from fieldchanges where id = $1 for update`

const STOP = sql<never, [id: number]>`update fieldchanges set state = 'stopped' where id = $1`

/** What is changed by then stays, and can be undone. */
export async function stopChange(ctx: Context, conn: Conn, { id }: { id: number }) {
  const { state } = await heldFor(ctx, conn, id)
  if (state !== 'running' && state !== 'undoing')
    throw notPossible('stop', 'it is over already', 'Look at what became of it.')
  await STOP.run(conn, id)
  return { data: await toldChange(ctx, conn, id), message: 'Stopped.' }
}

const UNDO = sql<never, [id: number, by: string, as: string]>`update fieldchanges
  set state = 'undoing', undone_by = $2::jsonb, undone_as = $3 where id = $1`

/** Puts back row by row what was there before; rows that still waited are left as they are. */
export const undoChange =
  (job: FieldChangeJob) =>
  async (ctx: Context, conn: Conn, { id }: { id: number }) => {
    const { state } = await heldFor(ctx, conn, id)
    if (state === 'running')
      throw notPossible('undo', 'it is still under way', 'You could stop it first.')
    if (state === 'undoing') throw notPossible('undo', 'it is being undone already')
    const { counts } = await toldChange(ctx, conn, id)
    if (counts.changed === 0) throw notPossible('undo', 'nothing of it is left to be put back')
    await UNDO.run(conn, id, JSON.stringify(personOf(ctx)), ctx.actor.role)
    const organisation_id = ctx.actor.organisation_id ?? 0
    await enqueue(conn, job, { organisation_id, fieldchange_id: id })
    return { data: await toldChange(ctx, conn, id), message: 'Being put back.' }
  }

/** Whoever may make such a change now, and it is theirs or they are a manager. */
async function heldFor(ctx: Context, conn: Conn, id: number): Promise<HeldChange> {
  const found = await HOLD.one(conn, id)
  if (!found) throw unknownChange()
  if (!isAdmitted(ctx, found)) throw new Problem('forbidden')
  admittedField(ctx, found)
  return found
}
