import { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { knownCustomer, removeGuardCode, setGuardCode, stateOf } from './guard-code.ts'
import { sendOneTimeCode } from './guard-send.ts'
import { verifyGuardCode } from './guard-verify.ts'

async function readState(ctx: Context, { customer_id }: CheckedOf<typeof guardCodeCalls.get>) {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    await knownCustomer(conn, customer_id)
    return { data: await stateOf(ctx, conn, customer_id) }
  })
}

export const guardCodeRoutes: Route[] = serve(guardCodeCalls, {
  set: { write: setGuardCode },
  get: { run: readState },
  remove: { write: removeGuardCode },
  verify: { run: verifyGuardCode },
  send: { write: sendOneTimeCode },
})
