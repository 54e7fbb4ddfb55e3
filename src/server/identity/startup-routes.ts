import { countries, mapStart, regions } from '#domain/identity/geography.ts'
import { geographyCalls } from '#domain/identity/geography-calls.ts'
import { optionCalls, type ShownOption } from '#domain/identity/option-calls.ts'
import { optionDefaults } from '#domain/identity/option-defaults.ts'
import { option } from '#domain/identity/settings.ts'
import { cities } from '#domain/identity/towns.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'

const OWN_OPTIONS = sql<ShownOption, [organisation_id: number]>`select id, list_name, value, label,
    coalesce(position, 100) as position, is_hidden, version
  from options where organisation_id = $1 and deleted_at is null`.named('options')

/** The defaults, relabelled, hidden and added to by the organisation's own rows. */
async function optionsFor(ctx: Context): Promise<ShownOption[]> {
  const merged = new Map<string, ShownOption>()
  const keyOf = (row: { list_name: string; value: string }) => `${row.list_name}\n${row.value}`
  for (const row of optionDefaults) {
    merged.set(keyOf(row), { id: null, ...row, is_hidden: false, version: null })
  }
  const { organisation_id } = ctx.actor
  if (organisation_id !== null) {
    const own = await ctx.database.read(scopeOf(ctx), (conn) =>
      OWN_OPTIONS.all(conn, organisation_id),
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
function optionLister(catalogue: Catalogue) {
  const stored = listHandler(option, catalogue)
  return async (ctx: Context, raw: CheckedOf<typeof optionCalls.list>) => {
    if (ctx.actor.organisation_id !== null && !isPlain(raw)) return stored.run(ctx, raw)
    const all = await optionsFor(ctx)
    const data = raw.list_name ? all.filter((row) => row.list_name === raw.list_name) : all
    return { data, info: { total: data.length, limit: 0, offset: 0, next_cursor: null } }
  }
}

export function startupRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(optionCalls, {
      ...verbHandlers(option, catalogue),
      list: { run: optionLister(catalogue) },
    }),
    ...serve(geographyCalls, { places: { run: places } }),
  ]
}

async function places() {
  return { data: { countries, regions, cities, centre: mapStart, zoom: mapStart.zoom } }
}
