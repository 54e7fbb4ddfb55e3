import { messageblacklist, normalContact } from '#domain/messaging/messageblacklist.ts'
import { messageblacklistCalls } from '#domain/messaging/messageblacklist-calls.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { type RowWriting, verbHandlers } from '#server/kit/rows/verb-handlers.ts'

/** The list of those who opted out; each contact is kept in the form in which it is written to. */
export function messageblacklistRoutes(catalogue: Catalogue): Route[] {
  return serve(messageblacklistCalls, asWrittenTo(verbHandlers(messageblacklist, catalogue)))
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
