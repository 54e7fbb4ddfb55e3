import { atLeast } from '#domain/access/role.ts'
import { entities } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { empty } from '#domain/kit/problem.ts'
import { type SearchHit, searchCalls } from '#domain/operations/search-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { quote } from '#server/kit/rows/column.ts'

const PER_ENTITY = 6

/** One search over everything the person may read, grouped by kind of record. */
async function searchAll(ctx: Context, { q }: { q: string }) {
  const pattern = q.replaceAll('\u0000', '').trim()
  if (pattern === '') return { status: empty, data: [] }
  const hits = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const lists = await Promise.all(searched(ctx).map((entity) => hitsOf(conn, entity, pattern)))
    return lists.flat()
  })
  return hits.length > 0 ? { data: hits } : { status: empty, data: [] }
}

export const searchRoutes: Route[] = serve(searchCalls, { all: { run: searchAll } })

const opened = new Set(['customer', 'supplier', 'partner', 'staff', 'note', 'bill', 'task'])

function searched(ctx: Context): Entity[] {
  return entities.filter(
    (entity) =>
      opened.has(entity.name) &&
      entity.search.length > 0 &&
      atLeast(ctx.actor.role, entity.access.read),
  )
}

async function hitsOf(conn: Conn, entity: Entity, pattern: string): Promise<SearchHit[]> {
  // What begins with the words typed comes first, then the shortest title.
  const others = entity.search.filter((column) => column !== entity.title)
  const subtitle = others.map((column) => `nullif(${quote(column)}, '')`).join(', ')
  const rows = await conn.query<{ id: number; title: string; subtitle: string }>(
    `select id, coalesce(${quote(entity.title)}, '${entity.label} ' || id) as title, concat_ws(' · ', ${subtitle || 'null'}) as subtitle
     from ${quote(entity.plural)}
     where id in (select search_ids('${entity.plural}', $1)) and deleted_at is null
     order by (fold_text(${quote(entity.title)}) like fold_text($1) || '%') desc,
       length(${quote(entity.title)}), id limit ${PER_ENTITY}`,
    [pattern.replace(/[\\%_]/g, '\\$&')],
  )
  return rows.map((row) => ({
    entity: entity.name,
    label: entity.label,
    ...row,
    subtitle: row.subtitle.slice(0, 120),
    path: pathOf(entity, row.id),
  }))
}

function pathOf(entity: Entity, id: number): string {
  if (entity.name === 'customer') return `/app/customer/details?id=${id}`
  if (entity.name === 'task') return `/app/task?id=${id}`
  return `/app/${entity.name}/edit?id=${id}`
}
