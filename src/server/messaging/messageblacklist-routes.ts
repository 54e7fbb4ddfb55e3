import { Problem, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { decided } from '#domain/messaging/checks/block-causes.ts'
import {
  fixedFields,
  type MessageBlacklist,
  messageblacklist,
  normalContact,
} from '#domain/messaging/messageblacklist.ts'
import { messageblacklistCalls } from '#domain/messaging/messageblacklist-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { differences, lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type RowWriting, verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'

/** The list of those who opted out; each contact is kept in the form in which it is written to. */
export function messageblacklistRoutes(catalogue: Catalogue): Route[] {
  const update = reviserOf(catalogue)
  const handlers = verbHandlers(messageblacklist, catalogue, { update })
  return serve(messageblacklistCalls, asWrittenTo(handlers))
}

function asWrittenTo<H extends { create: RowWriting; update: RowWriting }>({
  create,
  update,
  ...others
}: H): H {
  const handlers = { ...others, create: normalised(create), update: normalised(update) }
  return handlers as unknown as H // The same verbs, which take and answer the same.
}

function normalised(writing: RowWriting): RowWriting {
  return {
    ...writing,
    write: (ctx, conn, input: { contact?: string | null }, reserved) => {
      const { contact } = input
      const normal = contact ? { ...input, contact: normalContact(contact) } : input
      // The same input, with its contact in another form.
      return writing.write(ctx, conn, normal as never, reserved)
    },
  }
}

type EntryRevision = Revision<typeof messageblacklist>

function reviserOf(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, input: EntryRevision) => {
    const { row } = await lockRow(ctx, conn, messageblacklist, input.id)
    const revision = { ...input, ...causesAfter(row, input) }
    const written = await reviseRow(ctx, conn, messageblacklist, revision, {
      rights: () => {},
      others: async (before) => {
        refuseFixed(ctx, before, input)
        await checkAgainstOthers(ctx, conn, messageblacklist, input, catalogue, before)
      },
    })
    return writtenAnswer(ctx, messageblacklist, written, { status: updated })
  }
}

/** Each cause is as strict as somebody has decided, so that none that goes brings it back. */
function causesAfter(before: MessageBlacklist, input: EntryRevision) {
  const { blocks, reason } = { ...before, ...input }
  const { source, causes } = decided(before, {
    blocks: blocks ?? before.blocks,
    reason: reason ?? null,
  })
  return causes && causes.length > 1 ? { source, causes } : { source }
}

/** Somebody who wants to be left alone is not let go by writing over what they said. */
function refuseFixed({ actor }: Context, before: MessageBlacklist, input: EntryRevision): void {
  const fixed = new Set<string>(fixedFields(before, actor.role))
  const changed = Object.keys(differences(messageblacklist, before, input))
  const refused = changed.filter((name) => fixed.has(name))
  if (refused.length === 0) return
  if (refused.includes('contact') || refused.includes('type')) {
    const reason = 'an entry stays with its contact and channel'
    throw notPossible('change', reason, 'You could add another entry.')
  }
  const message = 'Ask a manager to change this.'
  throw new Problem('forbidden', {
    errors: refused.map((field) => ({ field, code: 'forbidden', message })),
  })
}
