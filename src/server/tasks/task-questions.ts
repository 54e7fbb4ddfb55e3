import { rolesAnsweredBy } from '#domain/tasks/answering-role.ts'
import { task } from '#domain/tasks/task.ts'
import { taskListCalls } from '#domain/tasks/task-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import type { Among } from '#server/kit/rows/list-query.ts'

/** Whose tasks are asked for is known by the session, not by the address. */
export function taskQuestionRoutes(catalogue: Catalogue): Route[] {
  const asking = (among: (ctx: Context) => Promise<Among>) =>
    listHandler(task, catalogue, { parameters: [], among })
  return serve(taskListCalls, {
    mine: asking(async ({ actor }) => tasksOf(actor.user_id)),
    ofRole: asking(tasksOfRole),
    overdue: asking(async (ctx) => ({
      key: `tasks overdue ${todayOf(ctx)}`,
      sql: (parameters) => `t.task_status = 'open'
        and t.due_date < ${parameters.add(todayOf(ctx))}::text::date`,
    })),
  })
}

/** Open tasks of a person. */
export function tasksOf(user_id: number): Among {
  return {
    key: `tasks of ${user_id}`,
    sql: (parameters) => `t.task_status = 'open' and t.staff_id in (select s.id from staffs s
      where s.user_id = ${parameters.add(user_id)} and s.deleted_at is null)`,
  }
}

/** Open tasks of the roles that whoever asks answers for. */
export async function tasksOfRole(ctx: Context): Promise<Among> {
  const answered = await ctx.database.read(scopeOf(ctx), (conn) => answeredRoles(ctx, conn))
  return {
    key: `tasks of the roles ${answered}`,
    sql: (parameters) => `t.task_status = 'open'
      and t.role_name = any(${parameters.add(answered)}::text[])`,
  }
}

export const HELD_ROLES = sql<{ role_name: string }, []>`select distinct m.role_name
  from memberships m join users u on u.id = m.user_id
  where m.deleted_at is null and u.deleted_at is null and not u.is_disabled`

/** The roles whose tasks are those of whoever asks. */
export async function answeredRoles({ actor }: Context, conn: Conn): Promise<string[]> {
  const held = await HELD_ROLES.all(conn)
  return rolesAnsweredBy(actor.role, new Set(held.map(({ role_name }) => role_name)))
}
