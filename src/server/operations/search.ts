import { reaches } from '#domain/access/key-scope.ts'
import { atLeast } from '#domain/access/role.ts'
import { entityNamed } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { type SearchHit, searchCalls } from '#domain/operations/search-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { quote } from '#server/kit/rows/column.ts'
import { meantWords, searchWords } from '#server/kit/rows/meant-words.ts'
import { withinReach } from '#server/kit/rows/within-reach.ts'
import { searchLines } from './search-lines.ts'

const SHOWN = 6
/** How many entries of the index are read for each kind and each way to read what was typed. */
const READ = 40
/** The same for a word among several: the others narrow it down. */
const READ_OF_WORD = 2000
/** What is mistyped is mostly a name. */
const named = ['customer', 'supplier', 'partner', 'staff']

/** In the order in which kinds that fit equally well are told. */
const searched: Entity[] = Object.keys(searchLines).flatMap((name) => entityNamed(name) ?? [])

interface FoundRecord {
  kind: string
  record_id: number
  fit: number
}

/** One search over everything the person may read, the kinds that fit best first. */
async function searchAll(ctx: Context, { q }: { q: string }) {
  const typed = q.replaceAll('\u0000', '').trim()
  const { role, scope } = ctx.actor
  const kinds = searched.filter(
    ({ name, access }) => atLeast(role, access.read) && reaches(scope, name),
  )
  const suggested = kinds.map(({ name }) => name).filter((name) => named.includes(name))
  const { hits, meant } = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const found = await finding(conn, typed, kinds)
    if (found.length > 0) return { hits: await toldOf(ctx, conn, found, typed, kinds), meant: null }
    const other = await meantWords(conn, typed, suggested)
    const others = other === null ? [] : await finding(conn, other, kinds)
    return { hits: await toldOf(ctx, conn, others, other ?? typed, kinds), meant: other }
  })
  if (hits.length === 0) return { data: [], info: {}, message: 'No matches. Try fewer filters.' }
  return { data: hits, info: meant === null ? {} : { meant } }
}

export const searchRoutes: Route[] = serve(searchCalls, { all: { run: searchAll } })

async function finding(
  conn: Conn,
  typed: string,
  kinds: readonly Entity[],
): Promise<FoundRecord[]> {
  const names = kinds.map(({ name }) => name)
  const found = await conn.query<FoundRecord>(
    'select * from find_records($1, $2, $3)',
    [typed, names, READ],
    'find_records',
  )
  if (found.length > 0) return found
  const words = await searchWords(conn, typed)
  if (words.length < 2) return []
  // Far behind anything that begins as it was typed.
  const fit = 100
  return conn.query<FoundRecord>(
    `select kind, record_id, ${fit} as fit
     from unnest($1::text[]) kind, find_by_all_words($2, kind, ${READ_OF_WORD}) record_id`,
    [names, words],
  )
}

async function toldOf(
  ctx: Context,
  conn: Conn,
  found: readonly FoundRecord[],
  typed: string,
  kinds: readonly Entity[],
): Promise<SearchHit[]> {
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  const best = (kind: Entity) =>
    Math.min(...(byKind.get(kind.name) ?? []).map(({ fit }) => fit), Number.MAX_SAFE_INTEGER)
  const present = kinds.filter(({ name }) => byKind.has(name))
  const order = present.toSorted((one, other) => best(one) - best(other))
  const lists = order.map((kind) => hitsOf(ctx, conn, kind, byKind.get(kind.name) ?? [], typed))
  return (await Promise.all(lists)).flat()
}

async function hitsOf(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  found: readonly FoundRecord[],
  typed: string,
): Promise<SearchHit[]> {
  const title = `coalesce(nullif(t.${quote(entity.title)}, ''), '${entity.label} ' || t.id)`
  const line = (searchLines[entity.name] ?? []).map((part) => `nullif(${part}, '')`)
  // Notes and files are read where the record is that they are about.
  const about = 'reference_object' in entity.fields ? 't.reference_object, t.reference_id' : 'null'
  const within = withinReach(ctx, entity)
  const rows = await conn.query<FoundRow>(
    `select t.id, ${title} as title, array_remove(array[${line.join(', ')}], null) as told, ${about}
     from unnest($1::bigint[], $2::int[]) found (id, fit)
     join ${quote(entity.plural)} t on t.id = found.id
     where t.deleted_at is null ${within === null ? '' : `and ${within}`}
     order by found.fit, starts_with(search_words(${title}), search_words($3)) desc,
       length(${title}), ${title}, t.id desc
     limit ${SHOWN}`,
    [found.map(({ record_id }) => record_id), found.map(({ fit }) => fit), typed],
    within === null ? `hits_of_${entity.name}` : undefined,
  )
  return rows.flatMap(({ reference_object, reference_id, told, ...row }) => {
    const subtitle = told.map(asSpoken).join(' · ')
    const own = pathOfRow(entity.name, row.id)
    const path = own ?? (reference_object ? pathOfRow(reference_object, reference_id ?? 0) : null)
    const { name, label, labelPlural: group } = entity
    return path ? [{ entity: name, label, group, ...row, subtitle, path }] : []
  })
}

/** A phone as people read it out. */
function asSpoken(part: string): string {
  return /^[+]\d{6,15}$/.test(part) ? formatPhone(part) : part
}

interface FoundRow {
  id: number
  title: string
  told: string[]
  reference_object?: string | null
  reference_id?: number | null
}
