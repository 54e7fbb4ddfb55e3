import { carestop, carestopCalls } from '#domain/messaging/checks/carestop.ts'
import { type MessageCreate, message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { overlapped } from '#domain/messaging/poll.ts'
import type { HoldChanges } from '#server/identity/guard-changes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { cannedreplyRoutes } from './cannedreply-routes.ts'
import { findThreads, markRead } from './chat-threads.ts'
import { draftReviser } from './compose/revise-draft.ts'
import { sendDraftWith } from './compose/send-draft.ts'
import { takeBackMessage } from './compose/take-back.ts'
import { consentRoutes } from './consent-routes.ts'
import { doubleRoutes } from './mail/double-routes.ts'
import { mailHookRoutes } from './mail/mail-hook-routes.ts'
import { maildomainRoutes } from './mail/maildomain-routes.ts'
import { messageblacklistRoutes } from './messageblacklist-routes.ts'
import { answerMessage } from './outbox/answer-message.ts'
import { noteArrival } from './outbox/message-actions.ts'
import { resendWith } from './outbox/resend-message.ts'
import { smsRoutes } from './sms/gateway-routes.ts'
import { templateRoutes } from './template/template-routes.ts'
import type { TemplateSources } from './template/template-source.ts'
import { threadRoutes } from './threads/thread-routes.ts'
import { undelivered } from './undelivered.ts'

/** How staff's own message is made; what is needed to reach a customer is known later. */
type CreateMessage = (ctx: Context, conn: Conn, input: MessageCreate) => Promise<Answer>

/** What was said is read and added to, never changed or removed. */
export function messageRoutes(
  catalogue: Catalogue,
  create: CreateMessage,
  sources: TemplateSources,
  hold: HoldChanges,
): Route[] {
  return [
    ...serve(messageCalls, {
      ...verbHandlers(message, catalogue, { create, update: draftReviser(catalogue) }),
      list: listHandler(message, catalogue, {
        parameters: ['created_from', 'reference_object'],
        among: async (_ctx, raw) => messagesSince(raw),
      }),
      undelivered: listHandler(message, catalogue, {
        parameters: [],
        among: async (ctx) => undelivered(todayOf(ctx)),
      }),
      get: { run: (ctx, { id }) => answerMessage(ctx, id, catalogue) },
      send: { write: sendDraftWith(sources) },
      takeback: { write: takeBackMessage },
      resend: { write: resendWith(sources) },
      arrived: { write: noteArrival },
      threads: { run: findThreads },
      markRead: { write: markRead },
    }),
    ...templateRoutes(catalogue, sources, hold),
    ...threadRoutes(catalogue),
    ...cannedreplyRoutes(catalogue),
    ...doubleRoutes,
    ...maildomainRoutes,
    ...mailHookRoutes,
    ...messageblacklistRoutes(catalogue),
    ...consentRoutes(catalogue),
    ...smsRoutes(sources, catalogue),
    ...serve(carestopCalls, verbHandlers(carestop, catalogue)),
  ]
}

/** Pollers name the kind of record with a capital letter, and ask from the newest they have. */
function messagesSince({ created_from, reference_object }: Cells): Among {
  const from = typeof created_from === 'string' ? overlapped(created_from) : null
  const about = typeof reference_object === 'string' ? reference_object.toLowerCase() : null
  return {
    key: JSON.stringify([from, about]),
    sql: (parameters) =>
      [
        'true',
        ...(from ? [`t.created_at >= ${parameters.add(from)}::text::timestamptz`] : []),
        ...(about ? [`t.reference_object = ${parameters.add(about)}`] : []),
      ].join(' and '),
  }
}
