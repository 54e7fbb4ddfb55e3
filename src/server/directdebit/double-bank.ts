import { doubleBankCalls } from '#domain/directdebit/double-bank-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem, updated } from '#domain/kit/problem.ts'
import { moveBankClock, readBankClock } from '#server/integrations/debit-double.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

const COLLECTS = sql<{ id: number }>`select o.id from organisations o
  join ddconnections d on d.organisation_id = o.id
  where o.id = scope_organisation() and o.demo`

/** Only a demonstration that collects has banks whose clock can be moved. */
async function bankOf(ctx: Context): Promise<string | null> {
  const { isDouble, url } = ctx.config.gocardless
  if (!isDouble) return null
  const found = await ctx.database.read(scopeOf(ctx), (conn) => COLLECTS.one(conn))
  return found ? url : null
}

async function read(ctx: Context) {
  const url = await bankOf(ctx)
  return { data: { now: url === null ? null : await readBankClock(url) } }
}

async function move(ctx: Context, { working_days }: CheckedOf<typeof doubleBankCalls.move>) {
  const url = await bankOf(ctx)
  if (url === null) throw new Problem('notImplemented')
  const now = await moveBankClock(url, working_days)
  return { status: updated, data: { now }, message: 'Done. What happened comes in a moment.' }
}

export const doubleBankRoutes: Route[] = serve(doubleBankCalls, {
  read: { run: read },
  move: { run: move },
})
