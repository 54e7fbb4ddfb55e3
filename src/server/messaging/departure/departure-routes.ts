import { Exact } from '#domain/kit/decimal.ts'
import type { LeavingRow, LeavingWarning } from '#domain/messaging/departure/departure.ts'
import { departureCalls } from '#domain/messaging/departure/departure-calls.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { refuseOthers } from './admitted.ts'
import { closerLook } from './closer-look.ts'
import { holdDeparture, leavingRows, typedAbove } from './hold-departure.ts'
import type { LeaveJob } from './leave-job.ts'
import type { DepartureOffices } from './office.ts'
import { leaveNow, takeBackDeparture } from './take-back-departure.ts'
import { heldByCaller, toldDeparture } from './told-departure.ts'

// Of a whole billing run the first are listed; all of them are counted.
const LISTED = 500

/** The last look before anything leaves. */
export function departureRoutes(offices: DepartureOffices, job: LeaveJob): Route[] {
  return serve(departureCalls, {
    preview: {
      run: async (ctx, { action, ids, options = {} }) => {
        const [rows, typed_above] = await ctx.database.read(scopeOf(ctx), (conn) =>
          Promise.all([
            leavingRows(ctx, conn, offices, { action, ids, options }),
            typedAbove(conn, action),
          ]),
        )
        const leaving = rows.filter(({ obstacle }) => obstacle === null)
        const warnings = kindsOf(leaving)
        const info = { count: leaving.length, amount: sumOf(leaving), warnings, typed_above }
        return { data: rows.slice(0, LISTED), info }
      },
    },
    look: {
      run: (ctx, { action, ids, about, options = {} }) =>
        ctx.database.write(scopeOf(ctx), async (conn) => {
          refuseOthers(ctx, action)
          // What leaves with others as one is looked up where it is tried.
          const rows =
            about === undefined
              ? await leavingRows(ctx, conn, offices, { action, ids, options })
              : ids.map((id) => ({ id, party_id: id }))
          const asked = { action, rows, about, options }
          return { data: await closerLook(ctx, conn, offices[action], asked) }
        }),
    },
    hold: { write: holdDeparture(offices, job) },
    get: { run: async (ctx, { id }) => ({ data: await readOne(ctx, id) }) },
    mine: {
      run: async (ctx) => {
        const data = await ctx.database.read(scopeOf(ctx), (conn) => heldByCaller(ctx, conn))
        return { data }
      },
    },
    takeback: { write: takeBackDeparture },
    now: { write: leaveNow(job) },
  })
}

const readOne = (ctx: Context, id: number) =>
  ctx.database.read(scopeOf(ctx), (conn) => toldDeparture(ctx, conn, id))

function kindsOf(rows: readonly LeavingRow[]): LeavingWarning[] {
  const kinds = new Map<string, LeavingWarning>()
  for (const { warnings } of rows)
    for (const { code, message } of warnings) {
      const known = kinds.get(code)
      kinds.set(code, { code, message: known?.message ?? message, count: (known?.count ?? 0) + 1 })
    }
  return [...kinds.values()].sort((a, b) => a.code.localeCompare(b.code))
}

function sumOf(rows: readonly LeavingRow[]): string {
  return rows.reduce((sum, { amount }) => sum.plus(amount ?? '0'), new Exact(0)).toFixed(2)
}
