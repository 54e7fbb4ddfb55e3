import { thread } from '#domain/messaging/thread.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { threadMatcher } from './match-thread.ts'
import { readThread } from './read-thread.ts'
import { makeEnquiry, sortOut } from './sort-stranger.ts'
import { assignThread, finishThread, snoozeThread } from './thread-actions.ts'
import { answerThread } from './thread-candidates.ts'

/** What the office does with what came in. */
export function threadRoutes(catalogue: Catalogue): Route[] {
  return serve(threadCalls, {
    ...verbHandlers(thread, catalogue),
    get: { run: (ctx, { id }) => answerThread(ctx, id, catalogue) },
    assign: { write: assignThread },
    snooze: { write: snoozeThread },
    done: { write: finishThread },
    read: { write: readThread },
    enquiry: { write: makeEnquiry },
    junk: { write: sortOut },
    match: { write: threadMatcher(catalogue) },
  })
}
