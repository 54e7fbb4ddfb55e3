import { shadowRunCalls } from '#domain/contracts/shadow-run-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { buySide, type RateSide, sellSide } from '#server/contracts/rate-side.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm } from '#server/kit/http/uploaded-file.ts'
import { shadowRun } from './shadow-run.ts'

// Room for 5,000 contracts with about ten rates each.
const MAX_BYTES = 8 * 2 ** 20

/** What new rates would have meant on a year of use, before anybody decides on them. */
export const shadowRunRoutes: Route[] = serve(shadowRunCalls, {
  sell: shadowRunHandler(sellSide),
  buy: shadowRunHandler(buySide),
})

function shadowRunHandler(side: RateSide) {
  const run = async (ctx: Context, { changes }: CheckedOf<typeof shadowRunCalls.sell>) => {
    const data = await ctx.database.read(scopeOf(ctx), (conn) =>
      shadowRun(ctx, conn, side, changes),
    )
    return { data }
  }
  // Small ones may come as the body itself.
  return { receive: fileForm({ file: 'changes', maxBytes: MAX_BYTES, json: ['changes'] }), run }
}
