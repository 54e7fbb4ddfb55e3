import type { Create } from '#domain/kit/entity.ts'
import { badField, created, empty, updated } from '#domain/kit/problem.ts'
import { meter } from '#domain/meters/meter.ts'
import { meterCalls, meterregisterCalls, networkCalls } from '#domain/meters/meter-calls.ts'
import { meterWarnings } from '#domain/meters/meter-connection.ts'
import { meterregister } from '#domain/meters/meterregister.ts'
import { network } from '#domain/meters/network.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { csvHandler, listHandler } from '#server/kit/rows/list-handler.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { meterReadingRoutes } from './meterreading-routes.ts'
import { moveMeter } from './move-meter.ts'
import { refuseOtherOwner, refuseUndatedMove } from './one-customer.ts'
import { proposeNetwork } from './propose-network.ts'
import { recompute } from './recompute.ts'
import { replaceMeter } from './replace-meter.ts'
import { useRoutes } from './use-routes.ts'

type NewMeter = Create<typeof meter>

/** Every call about networks, meters, their registers, readings and what was used. */
export function meterRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(networkCalls, verbHandlers(network, catalogue)),
    ...serve(meterCalls, {
      ...meterVerbs(catalogue),
      due: listHandler(meter, catalogue, dueMeters),
      dueFile: csvHandler(meter, catalogue, dueMeters),
      proposal: { run: networkOf },
      replace: { write: replaceMeter(catalogue) },
      move: { write: moveMeter(catalogue) },
    }),
    ...serve(meterregisterCalls, registerVerbs(catalogue)),
    ...meterReadingRoutes(catalogue),
    ...useRoutes,
  ]
}

function meterVerbs(catalogue: Catalogue) {
  return verbHandlers(meter, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, meter, input, catalogue)
      await refuseOtherOwner(conn, input)
      const proposed = await proposeNetwork(conn, input.icp_number ?? '')
      const written = await insertRow(ctx, conn, meter, { ...proposed, ...given(input) })
      const register = { meter_id: written.id, name: registerName(input.icp_type) }
      await insertRow(ctx, conn, meterregister, register)
      const warnings = meterWarnings(input)
      return writtenAnswer(ctx, meter, written, { status: created, warnings })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, meter, input, {
        rights: () => {},
        others: async (before) => {
          await checkAgainstOthers(ctx, conn, meter, input, catalogue, before)
          refuseUndatedMove(before, input)
          await refuseOtherOwner(conn, { ...before, ...input }, before.id)
        },
      })
      // Factors decide what every reading means.
      const registers = await REGISTER_IDS.all(conn, input.id)
      await recompute(
        conn,
        registers.map(({ id }) => id),
      )
      const warnings = meterWarnings(written.row)
      return writtenAnswer(ctx, meter, written, { status: updated, warnings })
    },
    restore: async (ctx, conn, { id }) => {
      const written = await restoreRow(ctx, conn, meter, id, catalogue)
      await refuseOtherOwner(conn, written.row, id)
      const answer = writtenAnswer(ctx, meter, written, { status: 200 })
      return { ...answer, message: 'Meter restored.' }
    },
  })
}

const REGISTER_IDS = sql<{ id: number }, [meter_id: number]>`
  select id from meterregisters where meter_id = $1 and deleted_at is null`

const dueMeters: NonNullable<Parameters<typeof listHandler>[2]> = {
  parameters: ['days'],
  among: async (ctx, raw) => {
    const days = Number(raw.days ?? 0)
    return readingsDue(Temporal.PlainDate.from(todayOf(ctx)).add({ days }).toString())
  },
}

/** Meters that are to be read by a day. */
export function readingsDue(limit: string): Among {
  return {
    key: `due ${limit}`,
    sql: (parameters) =>
      `t.next_reading_date <= ${parameters.add(limit)}::text::date and t.date_removed is null`,
  }
}

function registerVerbs(catalogue: Catalogue) {
  return verbHandlers(meterregister, catalogue, {
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, meterregister, input, {
        rights: () => {},
        others: async (before) => {
          if (input.meter_id !== undefined && input.meter_id !== before.meter_id)
            throw badField('meter_id', 'A register stays with its meter.')
          await checkAgainstOthers(ctx, conn, meterregister, input, catalogue, before)
        },
      })
      await recompute(conn, [input.id])
      return writtenAnswer(ctx, meterregister, written, { status: updated })
    },
  })
}

async function networkOf(ctx: Context, { icp_number }: { icp_number: string }) {
  const data = await ctx.database.read(scopeOf(ctx), (conn) => proposeNetwork(conn, icp_number))
  return Object.keys(data).length > 0 ? { data } : { status: empty, data: null }
}

/** What was really said; an empty field must not hide what the ICP proposes. */
function given(input: NewMeter): NewMeter {
  const said = Object.entries(input).filter(([, value]) => value !== null)
  return Object.fromEntries(said) as NewMeter // Without columns that need not be there.
}

function registerName(icp_type: NewMeter['icp_type']): string {
  return icp_type === 'gas' || icp_type === 'water' ? 'Volume' : 'Anytime'
}
