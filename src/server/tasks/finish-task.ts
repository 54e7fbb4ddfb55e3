import { task } from '#domain/tasks/task.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

type WrittenTask = Promise<Written<typeof task>>

/** It is done, by whoever says so, now. */
export function finishTask(ctx: Context, conn: Conn, input: ActionRequest): WrittenTask {
  return transition(ctx, conn, task, 'done', input, async () => ({
    done_at: ctx.clock.now().toISOString(),
    done_by: ctx.actor.name,
  }))
}

export function reopenTask(ctx: Context, conn: Conn, input: ActionRequest): WrittenTask {
  return transition(ctx, conn, task, 'reopen', input, async () => ({
    done_at: null,
    done_by: null,
  }))
}
