import type { StoredColumns } from '#domain/kit/entity.ts'
import { beginningOf } from '#domain/kit/storable.ts'
import type { TaskRole } from '#domain/tasks/answering-role.ts'
import { type TaskSubject, task } from '#domain/tasks/task.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'

/** What the product asks somebody of a role to do. */
export interface SystemTask {
  /** What it comes from: the same cause never makes a second task. */
  cause: string
  subject: string
  text_plain: string
  due_date: string
  role_name: TaskRole
  /** The record it is about, if it is about one. */
  reference_object?: TaskSubject
  reference_id?: number
}

interface KnownTask {
  id: number
  subject: string
  text_plain: string | null
  task_status: 'open' | 'done'
  due_date: string | null
  done_at: string | null
  done_by: string | null
  deleted_at: string | null
}

const CAUSED = sql<KnownTask, [cause: string]>`select id, subject, text_plain, task_status,
    due_date, done_at, done_by, deleted_at
  from tasks where lower(cause) = lower($1) for update`.named('task_by_cause')

/** Asks once; what was done and is to be done again is the same task, open again. */
export async function raiseTask(ctx: Context, conn: Conn, wanted: SystemTask): Promise<void> {
  // Names of customers are long, too.
  const subject = beginningOf(wanted.subject, 200)
  const known = await CAUSED.one(conn, wanted.cause)
  if (!known) {
    await insertRow(ctx, conn, task, { ...wanted, subject })
    return
  }
  if (known.task_status === 'open' && known.deleted_at === null) return
  const { text_plain, due_date } = wanted
  const fresh = { subject, text_plain, due_date, done_at: null, done_by: null, deleted_at: null }
  await change(ctx, conn, known, 'reopen', { ...fresh, task_status: 'open' })
}

/** The thing is done: nobody needs to say so. What is not open stays as it is. */
export async function settleTask(
  ctx: Context,
  conn: Conn,
  cause: string,
  reason: string,
): Promise<void> {
  const known = await CAUSED.one(conn, cause)
  if (known?.task_status !== 'open' || known.deleted_at !== null) return
  const done_at = ctx.clock.now().toISOString()
  const values: StoredColumns<typeof task> = {
    task_status: 'done',
    done_at,
    done_by: ctx.actor.name,
  }
  await change(ctx, conn, known, 'done', values, reason)
}

async function change(
  ctx: Context,
  conn: Conn,
  known: KnownTask,
  action: 'reopen' | 'done',
  values: StoredColumns<typeof task>,
  reason?: string,
): Promise<void> {
  const changes = changesOf<typeof task>(known, values)
  await updateRow(ctx, conn, task, known.id, values, { action, changes, reason })
}
