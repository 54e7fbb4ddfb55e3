import { z } from 'zod'
import type { Create } from '#domain/kit/entity.ts'
import { badField, created, empty, updated } from '#domain/kit/problem.ts'
import { meter } from '#domain/meters/meter.ts'
import { meterWarnings } from '#domain/meters/meter-connection.ts'
import { meterregister } from '#domain/meters/meterregister.ts'
import { network } from '#domain/meters/network.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { listRoute, resource } from '#server/kit/rows/resource.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { meterReadingRoutes } from './meterreading-routes.ts'
import { proposeNetwork } from './propose-network.ts'
import { recompute } from './recompute.ts'
import { replaceMeterRoute } from './replace-meter.ts'
import { useRoutes } from './use-routes.ts'

type NewMeter = Create<typeof meter>

/** Every call about networks, meters, their registers, readings and what was used. */
export function meterRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(network, catalogue),
    ...resource(meter, catalogue, {
      create: async (ctx, conn, input) => {
        await checkAgainstOthers(ctx, conn, meter, input, catalogue)
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
          others: (before) => checkAgainstOthers(ctx, conn, meter, input, catalogue, before),
        })
        // Factors decide what every reading means.
        await recompute(conn, await registerIds(conn, input.id))
        const warnings = meterWarnings(written.row)
        return writtenAnswer(ctx, meter, written, { status: updated, warnings })
      },
    }),
    listRoute(meter, catalogue, 'meters/due', {
      summary: 'Meters whose next reading is due',
      parameters: {
        days: z
          .string()
          .regex(/^\d{1,4}$/)
          .optional(),
      },
      among: async (ctx, raw) => {
        const days = Number(raw.days ?? 0)
        const limit = Temporal.PlainDate.from(todayOf(ctx)).add({ days }).toString()
        return {
          key: `due ${limit}`,
          sql: (parameters) =>
            `t.next_reading_date <= ${parameters.add(limit)}::text::date and t.date_removed is null`,
        }
      },
    }),
    proposalRoute,
    replaceMeterRoute(catalogue),
    ...resource(meterregister, catalogue, {
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
    }),
    ...meterReadingRoutes(catalogue),
    ...useRoutes,
  ]
}

/** What was really said; an empty field must not hide what the ICP proposes. */
function given(input: NewMeter): NewMeter {
  const said = Object.entries(input).filter(([, value]) => value !== null)
  return Object.fromEntries(said) as NewMeter // Without columns that need not be there.
}

function registerName(icp_type: NewMeter['icp_type']): string {
  return icp_type === 'gas' || icp_type === 'water' ? 'Volume' : 'Anytime'
}

async function registerIds(conn: Conn, meter_id: number): Promise<number[]> {
  const rows = await conn.query<{ id: number }>(
    'select id from meterregisters where meter_id = $1 and deleted_at is null',
    [meter_id],
  )
  return rows.map((row) => row.id)
}

const proposalRoute = route<{ icp_number: string }>({
  method: 'GET',
  path: '/meter/proposal',
  summary: 'Network and faults hotline proposed from an ICP',
  policy: { from: 'user' },
  input: z.object({ icp_number: z.string().max(40) }),
  run: async (ctx, { icp_number }) => {
    const data = await ctx.database.read(scopeOf(ctx), (conn) => proposeNetwork(conn, icp_number))
    return Object.keys(data).length > 0 ? { data } : { status: empty, data: null }
  },
})
