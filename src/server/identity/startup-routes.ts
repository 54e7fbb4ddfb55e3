import { z } from 'zod'
import { cities, countries, mapStart, regions } from '#domain/identity/geography.ts'
import { optionDefaults } from '#domain/identity/option-defaults.ts'
import { type Context, scopeOf } from '#server/context.ts'
import { type Route, route } from '#server/kit/route.ts'

interface OptionRow {
  id: number | null
  list_name: string
  value: string
  label: string
  position: number
  is_hidden: boolean
  version: number | null
}

/** The defaults, relabelled, hidden and added to by the organisation's own rows. */
async function optionsFor(ctx: Context): Promise<OptionRow[]> {
  const merged = new Map<string, OptionRow>()
  const keyOf = (row: { list_name: string; value: string }) => `${row.list_name}\n${row.value}`
  for (const row of optionDefaults) {
    merged.set(keyOf(row), { id: null, ...row, is_hidden: false, version: null })
  }
  if (ctx.actor.organisation_id !== null) {
    const own = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query<OptionRow>(
        `select id, list_name, value, label, coalesce(position, 100) as position, is_hidden, version
         from options where organisation_id = $1 and deleted_at is null`,
        [ctx.actor.organisation_id],
        'options',
      ),
    )
    for (const row of own) merged.set(keyOf(row), row)
  }
  return [...merged.values()].sort(
    (a, b) => a.list_name.localeCompare(b.list_name) || a.position - b.position,
  )
}

const options = route<{ list_name?: string | undefined }>({
  method: 'GET',
  path: '/options',
  summary: 'The lists of choices: the defaults for guests, with your organisation’s for users',
  policy: { from: 'guest' },
  // The specification loads the full list, so paging words are let through and mean nothing.
  input: z.object({ list_name: z.string().max(60).optional() }).loose(),
  run: async (ctx, { list_name }) => {
    const rows = await optionsFor(ctx)
    const data = list_name ? rows.filter((row) => row.list_name === list_name) : rows
    return { data, info: { total: data.length, limit: 0, offset: 0, next_cursor: null } }
  },
})

const geoinfo = route<unknown>({
  method: 'GET',
  path: '/geoinfo',
  summary: 'Countries, regions and cities, and where the map begins',
  policy: { from: 'guest' },
  input: z.object({}),
  run: async () => ({
    data: { countries, regions, cities, centre: mapStart, zoom: mapStart.zoom },
  }),
})

export const startupRoutes: Route[] = [options, geoinfo]
