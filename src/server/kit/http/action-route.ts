import type { z } from 'zod'
import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import type { Context } from './context.ts'
import { type Answer, type Route, route } from './route.ts'

interface Action<I> {
  /** Below the entity's own path: POST /invoice/approve. */
  path: string
  summary: string
  from: Role
  /** What binds somebody or goes out in their name is theirs alone to do. */
  isOwnHand?: boolean
  input: z.ZodType<I>
  message: string
  status?: number
  /** Answers the row as it stands after it, or an answer of its own. */
  work(ctx: Context, conn: Conn, input: I): Promise<Written | Answer>
}

/** What can be done with one row beside changing its fields: one transaction, one row answered. */
export function actionRoute<I extends { id: number }>(entity: Entity, action: Action<I>): Route {
  const { path, summary, from, input, message, status = 200 } = action
  return route<I>({
    method: 'POST',
    path: `/${entity.name}/${path}`,
    summary,
    policy: { from, notWhileImpersonating: action.isOwnHand ?? false },
    target: entity,
    output: { entity, many: false },
    input,
    write: async (ctx, conn, asked) => {
      const done = await action.work(ctx, conn, asked)
      const answer = isWritten(done) ? writtenAnswer(ctx, entity, done, { status }) : done
      return { ...answer, status, message }
    },
  })
}

function isWritten(done: Written | Answer): done is Written {
  return 'json' in done
}
