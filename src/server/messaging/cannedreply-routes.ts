import { atLeast } from '#domain/access/role.ts'
import type { Create } from '#domain/kit/entity.ts'
import { created, Problem, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { cannedreply } from '#domain/messaging/cannedreply.ts'
import { cannedreplyCalls } from '#domain/messaging/cannedreply-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'

/** One's own and everybody's; the database shows nobody those of another. */
export function cannedreplyRoutes(catalogue: Catalogue): Route[] {
  const list = listHandler(cannedreply, catalogue, {
    parameters: [],
    among: async ({ actor }) => ({
      // How many there are differs from one to another.
      key: `of ${actor.user_id}`,
      sql: () => 'true',
    }),
  })
  // In the bin all are alike: whose it was is asked before it comes back.
  const restore = async (ctx: Context, conn: Conn, { id }: { id: number }) => {
    refuseSharing(ctx, (await lockRow(ctx, conn, cannedreply, id)).row.kept_for)
    const written = await restoreRow(ctx, conn, cannedreply, id, catalogue)
    const answer = writtenAnswer(ctx, cannedreply, written, { status: 200 })
    return { ...answer, message: 'Canned reply restored.' }
  }
  const writing = { create: createReply, update: reviseReply, restore }
  return serve(cannedreplyCalls, {
    ...verbHandlers(cannedreply, catalogue, writing),
    list,
    search: list,
  })
}

async function createReply(ctx: Context, conn: Conn, input: Create<typeof cannedreply>) {
  refuseSharing(ctx, input.kept_for)
  const row = { ...input, owner_id: ctx.actor.user_id || null }
  const written = await insertRow(ctx, conn, cannedreply, row)
  return writtenAnswer(ctx, cannedreply, written, { status: created })
}

async function reviseReply(ctx: Context, conn: Conn, input: Revision<typeof cannedreply>) {
  const written = await reviseRow(ctx, conn, cannedreply, input, {
    rights: () => {},
    others: async ({ kept_for }) => {
      if (input.kept_for !== kept_for) refuseSharing(ctx, input.kept_for)
    },
  })
  return writtenAnswer(ctx, cannedreply, written, { status: updated })
}

function refuseSharing({ actor }: Context, kept_for: string | null | undefined): void {
  if (kept_for !== 'shared' || atLeast(actor.role, 'manager')) return
  const message = 'What everybody uses is written by managers.'
  throw new Problem('forbidden', { errors: [{ field: 'kept_for', code: 'forbidden', message }] })
}
