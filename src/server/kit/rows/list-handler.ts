import type { Entity } from '#domain/kit/entity.ts'
import { empty } from '#domain/kit/problem.ts'
import type { Database } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { csvAnswer } from '#server/kit/http/csv.ts'
import type { Cells } from './cell.ts'
import type { Catalogue } from './check-row.ts'
import { type Among, type ListQuery, parseListQuery } from './list-query.ts'
import { isFoundByTerms, MOST_FOUND } from './list-sql.ts'
import { foundRows } from './matching-ids.ts'
import { meantWords } from './meant-words.ts'
import { narrowToNamed } from './named-rows.ts'
import { rowVersion } from './row-version.ts'
import { countRows, MOST_COUNTED, type Page, selectPage, sumRows } from './store.ts'
import { makeTotalCache, type TotalCache } from './total-cache.ts'
import { narrowToReach } from './within-reach.ts'

interface Question {
  /** The names of its own parameters, which are no filters. */
  parameters: readonly string[]
  among(ctx: Context, raw: Cells): Promise<Among>
}

/** Answers a list of an entity's rows; with a question, of those that answer it. */
export function listHandler(entity: Entity, catalogue: Catalogue, question?: Question) {
  const run = async (ctx: Context, raw: Cells) => {
    const query = await queryOf(ctx, entity, raw, question)
    const found = await listed(ctx, entity, query, catalogue)
    if (found.rows.length > 0) return { rawRows: found.rows, info: found.info }
    const meant = await meantBy(ctx, entity, query)
    const other = meant && (await listed(ctx, entity, { ...query, search: meant }, catalogue))
    if (other && other.rows.length > 0)
      return { rawRows: other.rows, info: { ...other.info, meant } }
    const isSearch = query.search !== '' || query.filters.length > 0
    const message = isSearch ? 'No matches. Try fewer filters.' : 'Nothing here yet.'
    return { status: empty, data: [], info: found.info, message }
  }
  return { run }
}

async function listed(ctx: Context, entity: Entity, asked: ListQuery, catalogue: Catalogue) {
  const query = await withFound(ctx, entity, asked)
  if (query.found?.count === 0) return { rows: [], info: nothingOf(query) }
  const { page, counted, version } = await pageAndTotal(ctx, entity, query, catalogue)
  const { rows, titles, next_cursor } = page
  const most = query.found ? MOST_FOUND : MOST_COUNTED
  // A search knows no more of them than it reads, however exactly they are counted.
  const isCut = query.found !== undefined && query.found.count >= MOST_FOUND
  const isMore = isCut || (counted > most && !query.isExact)
  const sums = isMore ? null : await sumsOf(ctx, entity, query, version)
  const info = {
    total: Math.min(counted, isMore ? most : counted),
    ...(isMore ? { total_is_more: true } : {}),
    ...{ limit: query.limit, offset: query.offset, next_cursor, titles },
    ...(sums ? { sums } : {}),
  }
  return { rows, info }
}

/** A search that found no row needs no page of them. */
function nothingOf({ limit, offset, sums: asked }: ListQuery) {
  const none = Object.fromEntries(asked.map((name) => [name, '0']))
  const sums = asked.length > 0 ? { sums: none } : {}
  return { total: 0, limit, offset, next_cursor: null, titles: {}, ...sums }
}

/** The page, the total and the sums are all of what the search finds: it looks once. */
async function withFound(ctx: Context, entity: Entity, query: ListQuery): Promise<ListQuery> {
  if (!isFoundByTerms(entity, query)) return query
  const found = await ctx.database.read(scopeOf(ctx), (conn) =>
    foundRows(conn, entity, query.search),
  )
  return { ...query, found }
}

/** What a search that found nothing was meant to be, where it has only slipped. */
async function meantBy(ctx: Context, entity: Entity, { search, offset }: ListQuery) {
  if (search === '' || offset > 0 || !entity.find) return null
  return ctx.database.read(scopeOf(ctx), (conn) => meantWords(conn, search, [entity.name]))
}

/** A file holds what its list shows, also where that is what a slipped search was meant to be. */
async function searchOf(ctx: Context, entity: Entity, query: ListQuery, catalogue: Catalogue) {
  if (query.search === '' || !entity.find) return query.search
  const first = { ...query, limit: 1, offset: 0, columns: ['id'], cursor: null }
  const { rows } = await ctx.database.read(scopeOf(ctx), (conn) =>
    selectPage(conn, entity, first, ctx.actor, catalogue.lookup),
  )
  return rows.length > 0 ? query.search : ((await meantBy(ctx, entity, first)) ?? query.search)
}

/** The same rows as a file, and all of them. */
export function csvHandler(entity: Entity, catalogue: Catalogue, question?: Question) {
  const run = async (ctx: Context, { titled, ...raw }: Cells) => {
    const query = await queryOf(ctx, entity, raw, question)
    const isTitled = ['1', 'true'].includes(String(titled))
    // Machines know a row by its id; people are shown it only where they chose to see it.
    if (isTitled && query.columns && !String(raw.fields).split(',').includes('id'))
      query.columns = query.columns.filter((column) => column !== 'id')
    query.search = await searchOf(ctx, entity, query, catalogue)
    query.isWhole = true
    return csvAnswer(ctx, entity, query, isTitled ? catalogue : null)
  }
  return { run }
}

async function queryOf(
  ctx: Context,
  entity: Entity,
  raw: Cells,
  question: Question | undefined,
): Promise<ListQuery> {
  const own = [...(question?.parameters ?? []), 'figure']
  const plain = Object.fromEntries(Object.entries(raw).filter(([name]) => !own.includes(name)))
  const query = parseListQuery(entity, ctx.actor.role, plain)
  if (question) query.among = await question.among(ctx, raw)
  await narrowToNamed(ctx, entity, query, raw)
  narrowToReach(ctx, entity, query)
  return query
}

const sums = new WeakMap<Database, TotalCache<Record<string, string>>>()

/** Turning a page or sorting adds nothing up again. */
async function sumsOf(ctx: Context, entity: Entity, query: ListQuery, version: string) {
  if (query.sums.length === 0) return null
  const cache = sums.get(ctx.database) ?? makeTotalCache()
  sums.set(ctx.database, cache)
  const filter = `${filterKey(ctx, entity, query)} ${query.sums}`
  return cache.total(filter, version, () =>
    ctx.database.read(scopeOf(ctx), (conn) =>
      sumRows(conn, entity, query, ctx.actor.organisation_id),
    ),
  )
}

const totals = new WeakMap<Database, TotalCache>()

interface CountedPage {
  page: Page
  counted: number
  /** How often rows had changed before anything was counted. */
  version: string
}

/** The total is counted again only if rows have changed since, which their version tells. */
async function pageAndTotal(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  catalogue: Catalogue,
): Promise<CountedPage> {
  const { organisation_id } = ctx.actor
  // A question may be about rows of other tables as well.
  const rowsOf = query.among ? 'every table' : entity
  const [version, page] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([
      rowVersion(conn, rowsOf, organisation_id),
      selectPage(conn, entity, query, ctx.actor, catalogue.lookup),
    ]),
  )
  // A first page that is not full holds all there is.
  const isWhole = query.offset === 0 && !query.cursor && page.rows.length < query.limit
  if (isWhole) return { page, counted: page.rows.length, version }
  if (query.found && !isNarrowed(query)) return { page, counted: query.found.count, version }
  const cache = totals.get(ctx.database) ?? makeTotalCache()
  totals.set(ctx.database, cache)
  const count = () =>
    ctx.database.read(scopeOf(ctx), (conn) => countRows(conn, entity, query, organisation_id))
  const counted = await cache.total(filterKey(ctx, entity, query), version, count)
  return { page, counted, version }
}

/** Whether a list is about fewer rows than its search has found, all of which are there. */
const isNarrowed = ({ filters, among }: ListQuery) => filters.length > 0 || among !== undefined

/** Tells apart which rows are counted. */
function filterKey(ctx: Context, entity: Entity, query: ListQuery): string {
  const { filters, search, deleted, among, isExact } = query
  const { organisation_id } = ctx.actor
  return JSON.stringify([
    entity.name,
    organisation_id,
    filters,
    search,
    deleted,
    among?.key,
    isExact,
  ])
}
