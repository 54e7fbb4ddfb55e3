import { z } from 'zod'
import { cities, countries, mapStart, regions } from '#domain/identity/geography.ts'
import { optionDefaults } from '#domain/identity/option-defaults.ts'
import { option } from '#domain/identity/settings.ts'
import { shownOptions, shownPlaces } from '#domain/identity/shown-to-guests.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'

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

// Words that do not turn the full list into a page of rows.
const plainWords = new Set(['list_name', 'limit', 'offset', 'organisation_id'])

function isPlain(raw: Record<string, unknown>): boolean {
  const isFull = raw.limit === undefined || raw.limit === '0'
  return isFull && Object.keys(raw).every((word) => plainWords.has(word))
}

/** The full list is the merged one; with filters, order or pages it is the rows of one's own. */
function optionsRoute(catalogue: Catalogue): Route {
  const rows = resource(option, catalogue).find(
    (entry) => entry.method === 'GET' && entry.path === '/options',
  )
  return route<Record<string, unknown>>({
    method: 'GET',
    path: '/options',
    summary: 'The lists of choices: the defaults for guests, with your organisation’s for users',
    compressed: true,
    policy: { from: 'guest' },
    shows: shownOptions,
    output: { entity: option, many: true },
    input: z.looseObject({ list_name: z.string().max(60).optional() }),
    run: async (ctx, raw) => {
      const isStored = ctx.actor.organisation_id !== null && !isPlain(raw)
      if (isStored && rows && 'run' in rows) return rows.run(ctx, raw)
      const all = await optionsFor(ctx)
      const data = raw.list_name ? all.filter((row) => row.list_name === raw.list_name) : all
      return { data, info: { total: data.length, limit: 0, offset: 0, next_cursor: null } }
    },
  })
}

const geoinfo = route<unknown>({
  method: 'GET',
  path: '/geoinfo',
  summary: 'Countries, regions and cities, and where the map begins',
  compressed: true,
  policy: { from: 'guest' },
  shows: shownPlaces,
  input: z.object({}),
  run: async () => ({
    data: { countries, regions, cities, centre: mapStart, zoom: mapStart.zoom },
  }),
})

export function startupRoutes(catalogue: Catalogue): Route[] {
  return [optionsRoute(catalogue), geoinfo]
}
