import type { Create } from '#domain/kit/entity.ts'
import { created } from '#domain/kit/problem.ts'
import { task } from '#domain/tasks/task.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { finishTask, reopenTask } from './finish-task.ts'
import { taskQuestionRoutes } from './task-questions.ts'

/** What is to be done, by whom and by when. */
export function taskRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(taskCalls, {
      ...verbHandlers(task, catalogue, {
        create: async (ctx, conn, input) => {
          await checkAgainstOthers(ctx, conn, task, input, catalogue)
          const staff_id = await whose(ctx, conn, input)
          const written = await insertRow(ctx, conn, task, { ...input, staff_id })
          return writtenAnswer(ctx, task, written, { status: created })
        },
      }),
      done: { write: finishTask },
      reopen: { write: reopenTask },
    }),
    ...taskQuestionRoutes(catalogue),
  ]
}

const OWN_STAFF = sql<{ id: number }, [user_id: number]>`select id from staffs
  where user_id = $1 and is_active and deleted_at is null order by id limit 1`

/** What is said to be nobody's is the task of whoever writes it down. */
async function whose(ctx: Context, conn: Conn, { staff_id, role_name }: Create<typeof task>) {
  if (staff_id || role_name) return staff_id ?? null
  return (await OWN_STAFF.one(conn, ctx.actor.user_id))?.id ?? null
}
