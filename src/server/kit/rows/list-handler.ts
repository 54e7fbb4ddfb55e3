import type { Entity } from '#domain/kit/entity.ts'
import { empty } from '#domain/kit/problem.ts'
import type { Database } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { csvAnswer } from '#server/kit/http/csv.ts'
import type { Cells } from './cell.ts'
import type { Catalogue } from './check-row.ts'
import { type Among, type ListQuery, parseListQuery } from './list-query.ts'
import { narrowToNamed } from './named-rows.ts'
import { rowVersion } from './row-version.ts'
import { countRows, type Page, selectPage, sumRows } from './store.ts'
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
    const [[page, total], sums] = await Promise.all([
      pageAndTotal(ctx, entity, query, catalogue),
      sumsOf(ctx, entity, query),
    ])
    const { titles, next_cursor } = page
    const place = { limit: query.limit, offset: query.offset, next_cursor }
    const info = { total, ...place, titles, ...(sums ? { sums } : {}) }
    if (page.rows.length > 0) return { rawRows: page.rows, info }
    const isSearch = query.search !== '' || query.filters.length > 0
    const message = isSearch ? 'No matches. Try fewer filters.' : 'Nothing here yet.'
    return { status: empty, data: [], info, message }
  }
  return { run }
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
  const { filters, search, deleted, among } = query
  const filter = JSON.stringify([
    entity.name,
    organisation_id,
    filters,
    search,
    deleted,
    among?.key,
  ])
  const cache = totals.get(ctx.database) ?? makeTotalCache()
  totals.set(ctx.database, cache)
  const count = () =>
    ctx.database.read(scopeOf(ctx), (conn) => countRows(conn, entity, query, organisation_id))
  return [page, await cache.total(filter, version, count)]
}
