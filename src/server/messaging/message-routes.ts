import { z } from 'zod'
import { createdFromSchema } from '#domain/messaging/created-from.ts'
import { type MessageCreate, message } from '#domain/messaging/message.ts'
import { overlapped } from '#domain/messaging/poll.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { listRoute, resource } from '#server/kit/rows/resource.ts'
import { chatRoutes } from './chat-routes.ts'

/** How staff's own message is made; what is needed to reach a customer is known later. */
type Create = (ctx: Context, conn: Conn, input: MessageCreate) => Promise<Answer>

/** What was said is read and added to, never changed or removed. */
export function messageRoutes(catalogue: Catalogue, create: Create): Route[] {
  return [
    ...resource(message, catalogue, {
      create,
      without: ['list', 'update', 'remove', 'removeMany', 'restore'],
    }),
    listRoute(message, catalogue, message.plural, {
      summary: 'List messages; poll for new ones with created_from',
      parameters: {
        created_from: createdFromSchema.optional(),
        reference_object: z.string().max(50).optional(),
      },
      among: async (_ctx, raw) => asked(raw),
    }),
    ...chatRoutes,
  ]
}

/** Pollers name the kind of record with a capital letter, and ask from the newest they have. */
function asked({ created_from, reference_object }: Cells): Among {
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
