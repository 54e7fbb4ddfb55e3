import type { Entity } from '#domain/kit/entity.ts'
import { empty } from '#domain/kit/problem.ts'
import type { WordKind } from '#domain/payees/word-change.ts'
import { wordChangeCalls } from '#domain/payees/word-change-calls.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { confirmWords, refuseWords, withdrawWords } from './answer-words.ts'
import type { FollowWords } from './hold-words.ts'
import { waitingWords } from './word-events.ts'

/** Words that wait for a second person, and what that person says about them. */
export function wordRoutes(catalogue: Catalogue, follow: FollowWords): Route[] {
  const entityOf = (kind: WordKind): Entity => {
    const entity = catalogue.lookup(kind)
    if (!entity) throw new Error(`There are no rows called ${kind}.`)
    return entity
  }
  return serve(wordChangeCalls, {
    list: {
      run: async (ctx, { object_class, object_id }) => {
        const data = await ctx.database.read(scopeOf(ctx), (conn) =>
          waitingWords(conn, object_class, object_id === undefined ? null : [object_id]),
        )
        return { ...(data.length > 0 ? {} : { status: empty }), data }
      },
    },
    confirm: { write: (ctx, conn, { id }) => confirmWords(ctx, conn, id, entityOf, follow) },
    refuse: { write: (ctx, conn, input) => refuseWords(ctx, conn, input, entityOf) },
    withdraw: { write: (ctx, conn, { id }) => withdrawWords(ctx, conn, id, entityOf) },
  })
}
