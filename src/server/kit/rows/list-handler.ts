import type { Entity } from '#domain/kit/entity.ts'
import { empty } from '#domain/kit/problem.ts'
import type { Database } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { csvAnswer } from '#server/kit/http/csv.ts'
import type { Cells } from './cell.ts'
import type { Catalogue } from './check-row.ts'
import { type Among, type ListQuery, parseListQuery } from './list-query.ts'
import { MOST_FOUND } from './list-sql.ts'
import { meantWords } from './meant-words.ts'
import { narrowToNamed } from './named-rows.ts'
import { rowVersion } from './row-version.ts'
import { countRows, MOST_COUNTED, type Page, selectPage, sumRows } from './store.ts'
import { makeTotalCache, type TotalCache } from './total-cache.ts'

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

async function listed(ctx: Context, entity: Entity, query: ListQuery, catalogue: Catalogue) {
  const [page, counted] = await pageAndTotal(ctx, entity, query, catalogue)
  const { rows, titles, next_cursor } = page
  const most = query.search && entity.find ? MOST_FOUND : MOST_COUNTED
  // A search knows no more of them than it reads, however exactly they are counted.
  const isCut = query.search !== '' && (counted >= most || (await isCutShort(ctx, entity, query)))
  const isMore = isCut || (counted > most && !query.isExact)
  const sums = isMore ? null : await sumsOf(ctx, entity, query)
  const info = {
    total: Math.min(counted, isMore ? most : counted),
    ...(isMore ? { total_is_more: true } : {}),
    ...{ limit: query.limit, offset: query.offset, next_cursor, titles },
    ...(sums ? { sums } : {}),
  }
  return { rows, info }
}

/** Whether filters were only asked of the first rows that a search found. */
async function isCutShort(ctx: Context, entity: Entity, query: ListQuery): Promise<boolean> {
  if (!entity.find || (query.filters.length === 0 && !query.among)) return false
  const unfiltered = { ...query, filters: [], among: undefined }
  const found = await ctx.database.read(scopeOf(ctx), (conn) =>
    countRows(conn, entity, unfiltered, ctx.actor.organisation_id),
  )
  return found >= MOST_FOUND
}

/** What a search that found nothing was meant to be, where it has only slipped. */
async function meantBy(ctx: Context, entity: Entity, { search, offset }: ListQuery) {
  if (search === '' || offset > 0 || !entity.find) return null
  return ctx.database.read(scopeOf(ctx), (conn) => meantWords(conn, search, [entity.name]))
}

/** The same rows as a file. */
export function csvHandler(entity: Entity, question?: Question) {
  const run = async (ctx: Context, raw: Cells) =>
    csvAnswer(ctx, entity, await queryOf(ctx, entity, raw, question))
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
  return query
}

async function sumsOf(ctx: Context, entity: Entity, query: ListQuery) {
  if (query.sums.length === 0) return null
  return ctx.database.read(scopeOf(ctx), (conn) =>
    sumRows(conn, entity, query, ctx.actor.organisation_id),
  )
}

const totals = new WeakMap<Database, TotalCache>()

/** The total is counted again only if rows have changed since, which their version tells. */
async function pageAndTotal(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  catalogue: Catalogue,
): Promise<[Page, number]> {
  const { organisation_id } = ctx.actor
  // A question may be about rows of other tables as well.
  const counted = query.among ? 'every table' : entity
  const [version, page] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([
      rowVersion(conn, counted, organisation_id),
      selectPage(conn, entity, query, ctx.actor, catalogue.lookup),
    ]),
  )
  const { filters, search, deleted, among, isExact } = query
  const filter = JSON.stringify([
    entity.name,
    organisation_id,
    filters,
    search,
    deleted,
    among?.key,
    isExact,
  ])
  const cache = totals.get(ctx.database) ?? makeTotalCache()
  totals.set(ctx.database, cache)
  const count = () =>
    ctx.database.read(scopeOf(ctx), (conn) => countRows(conn, entity, query, organisation_id))
  return [page, await cache.total(filter, version, count)]
}
