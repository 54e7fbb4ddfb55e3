import { z } from 'zod'
import { atLeast, type Role } from '#domain/access/role.ts'
import { type Create, type Entity, fieldsWith } from '#domain/kit/entity.ts'
import { created, deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import { createSchema, idSchema, updateSchema } from '#domain/kit/schema.ts'
import type { Conn, Database } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { csvAnswer } from '#server/kit/http/csv.ts'
import {
  type Answer,
  type Policy,
  type Reserved,
  type Route,
  route,
} from '#server/kit/http/route.ts'
import { rowVersion } from '#server/kit/row-version.ts'
import { type Cells, cellsOf, withInitials } from './cell.ts'
import {
  actionsOf,
  checkFields,
  type Revision,
  removeRow,
  restoreRow,
  reviseRow,
} from './change-row.ts'
import { type Catalogue, checkAgainstOthers } from './check-row.ts'
import { likelyDuplicates } from './duplicates.ts'
import { type Among, type ListQuery, listParameters, parseListQuery } from './list-query.ts'
import { countRows, type Page, selectOne, selectPage, sumRows } from './store.ts'
import { makeTotalCache, type TotalCache } from './total-cache.ts'
import { insertRow, reserveNumbers, type Written } from './write-row.ts'

export type Verb =
  | 'get'
  | 'create'
  | 'update'
  | 'remove'
  | 'list'
  | 'search'
  | 'csv'
  | 'removeMany'
  | 'restore'

type Override<I> = (ctx: Context, conn: Conn, input: I) => Promise<Answer>

interface Overrides<E extends Entity> {
  create?: Override<Create<E>>
  update?: Override<Revision<E>>
  remove?: Override<{ id: number; version?: number | undefined }>
  restore?: Override<{ id: number }>
  /** Verbs this entity does not have. */
  without?: readonly Verb[]
}

/** The verbs of one entity, mounted from its definition; what needs more overrides one verb. */
export function resource<E extends Entity>(
  entity: E,
  catalogue: Catalogue,
  overrides: Overrides<E> = {},
): Route[] {
  const routes: Record<Verb, Route> = {
    get: getRoute(entity, catalogue),
    create: createRoute(entity, catalogue, overrides.create),
    update: updateRoute(entity, catalogue, overrides.update),
    remove: removeRoute(entity, catalogue, overrides.remove),
    restore: restoreRoute(entity, catalogue, overrides.restore),
    list: listRoute(entity, catalogue, entity.plural),
    search: listRoute(entity, catalogue, `${entity.plural}/search`),
    csv: csvRoute(entity),
    removeMany: removeManyRoute(entity, catalogue, overrides.remove),
  }
  // The verbs are a total record, so listing its entries mounts them all.
  const mounted = Object.entries(routes) as [Verb, Route][]
  return mounted.filter(([verb]) => !overrides.without?.includes(verb)).map(([, entry]) => entry)
}

function policyOf(entity: Entity, from: Role, more: Partial<Policy> = {}): Policy {
  return entity.scope === 'platform'
    ? { from, apiKey: false, withoutOrganisation: true, ...more }
    : { from, ...more }
}

function getRoute(entity: Entity, catalogue: Catalogue): Route {
  return route<{ id: number }>({
    method: 'GET',
    path: `/${entity.name}`,
    summary: `One ${entity.label.toLowerCase()}`,
    policy: policyOf(entity, entity.access.read),
    target: entity,
    output: { entity, many: false },
    input: z.object({ id: idSchema, organisation_id: z.string().optional() }),
    run: async (ctx, { id }) => {
      const found = await ctx.database.read(scopeOf(ctx), (conn) =>
        selectOne(conn, entity, id, ctx.actor, catalogue.lookup),
      )
      if (!found) throw notFound(entity)
      const available_actions = actionsOf(entity, ctx.actor.role, factsOf(entity, found.bytes))
      return { rawData: found.bytes, info: { titles: found.titles, available_actions } }
    },
  })
}

/** A schema that is built with the first call: most of a server's entities rest most of the time. */
function whenAsked<T>(build: () => z.ZodType<T>): z.ZodType<T> {
  return z.lazy(build)
}

function createRoute<E extends Entity>(
  entity: E,
  catalogue: Catalogue,
  override?: Override<Create<E>>,
): Route {
  return route<Create<E>>({
    method: 'PUT',
    path: `/${entity.name}`,
    summary: `Create a ${entity.label.toLowerCase()}`,
    policy: policyOf(entity, entity.access.write),
    output: { entity, many: false },
    // The schema is strict and built from the entity, as the type is.
    input: whenAsked(() => createSchema(entity) as unknown as z.ZodType<Create<E>>),
    ...(override ? { write: begun(entity, override) } : usualCreate(entity, catalogue)),
  })
}

function begun<E extends Entity>(entity: E, override: Override<Create<E>>): Override<Create<E>> {
  return async (ctx, conn, input) => {
    beginCreate(ctx, entity, input)
    return override(ctx, conn, input)
  }
}

function usualCreate<E extends Entity>(entity: E, catalogue: Catalogue) {
  const write = async (ctx: Context, conn: Conn, input: Create<E>, reserved?: Reserved) => {
    beginCreate(ctx, entity, input)
    await checkAgainstOthers(ctx, conn, entity, input, catalogue)
    // Sent together: the driver pipelines them, so the warnings cost no round trip of their own.
    const [warnings, written] = await Promise.all([
      likelyDuplicates(conn, entity, input, 0),
      insertRow(ctx, conn, entity, input, reserved),
    ])
    return writtenAnswer(ctx, entity, written, { status: created, warnings })
  }
  return { reserve: (ctx: Context, input: Create<E>) => reserveNumbers(ctx, entity, input), write }
}

const isThere = { deleted_at: null }

function beginCreate<E extends Entity>(ctx: Context, entity: E, input: Create<E>): void {
  checkFieldRights(entity, ctx.actor.role, input)
  checkFields(entity, withInitials(entity, input))
}

function updateRoute<E extends Entity>(
  entity: E,
  catalogue: Catalogue,
  override?: Override<Revision<E>>,
): Route {
  return route<Revision<E>>({
    method: 'POST',
    path: `/${entity.name}`,
    summary: `Change a ${entity.label.toLowerCase()}`,
    policy: policyOf(entity, entity.access.write),
    target: entity,
    output: { entity, many: false },
    // As above.
    input: whenAsked(() => updateSchema(entity) as unknown as z.ZodType<Revision<E>>),
    write: async (ctx, conn, input) => {
      if (override) return override(ctx, conn, input)
      const written = await reviseRow(ctx, conn, entity, input, {
        rights: () => checkFieldRights(entity, ctx.actor.role, input),
        others: (before) => checkAgainstOthers(ctx, conn, entity, input, catalogue, before),
      })
      const warnings = await likelyDuplicates(conn, entity, input, input.id)
      return writtenAnswer(ctx, entity, written, { status: updated, warnings })
    },
  })
}

// The text of a row is only read where its state decides; its last column tells of deletion.
export function factsOf(entity: Entity, row: string | Buffer): Cells {
  if (entity.machine) return JSON.parse(row.toString())
  const end =
    typeof row === 'string' ? row : row.toString('latin1', row.length - NOT_DELETED.length)
  return end.endsWith(NOT_DELETED) ? isThere : { deleted_at: 'deleted' }
}

const NOT_DELETED = '"deleted_at":null}'

export function writtenAnswer(
  ctx: Context,
  entity: Entity,
  { json }: Pick<Written, 'json'>,
  { status, warnings }: { status: number; warnings?: unknown },
): Answer {
  const available_actions = actionsOf(entity, ctx.actor.role, factsOf(entity, json))
  return {
    status,
    rawData: json,
    info: { available_actions, warnings },
    message: status === created ? `${entity.label} created.` : 'Changes saved.',
  }
}

function removeRoute(
  entity: Entity,
  catalogue: Catalogue,
  override?: Override<{ id: number; version?: number | undefined }>,
): Route {
  return route<{ id: number }>({
    method: 'DELETE',
    path: `/${entity.name}`,
    summary: `Delete a ${entity.label.toLowerCase()}; it can be restored`,
    policy: policyOf(entity, entity.access.remove),
    target: entity,
    input: z.strictObject({ id: idSchema, version: z.coerce.number().optional() }),
    write: async (ctx, conn, input) => {
      if (override) return override(ctx, conn, input)
      await removeRow(ctx, conn, entity, input, catalogue)
      return { status: deleted, data: { id: input.id }, message: `${entity.label} deleted.` }
    },
  })
}

function restoreRoute(
  entity: Entity,
  catalogue: Catalogue,
  override?: Override<{ id: number }>,
): Route {
  return route<{ id: number }>({
    method: 'POST',
    path: `/${entity.name}/restore`,
    summary: `Restore a deleted ${entity.label.toLowerCase()}`,
    policy: policyOf(entity, entity.access.remove),
    target: entity,
    output: { entity, many: false },
    input: z.strictObject({ id: idSchema }),
    write: async (ctx, conn, { id }) => {
      if (override) return override(ctx, conn, { id })
      const written = await restoreRow(ctx, conn, entity, id, catalogue)
      const answer = writtenAnswer(ctx, entity, written, { status: 200 })
      return { ...answer, message: `${entity.label} restored.` }
    },
  })
}

function removeManyRoute(
  entity: Entity,
  catalogue: Catalogue,
  override?: Override<{ id: number }>,
): Route {
  return route<{ ids: number[] }>({
    method: 'DELETE',
    path: `/${entity.plural}`,
    summary: `Delete several ${entity.labelPlural.toLowerCase()}`,
    policy: policyOf(entity, entity.access.remove),
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
    write: async (ctx, conn, { ids }) => {
      const removed: number[] = []
      const refused: { id: number; code: number; message: string }[] = []
      for (const id of new Set(ids)) {
        await conn.query('savepoint one_row')
        try {
          if (override) await override(ctx, conn, { id })
          else await removeRow(ctx, conn, entity, { id }, catalogue)
          removed.push(id)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          // Whatever its refusal had begun must not stand, nor stop the others.
          await conn.query('rollback to savepoint one_row')
          refused.push({ id, code: error.code, message: error.message })
        }
      }
      const message = `${removed.length} deleted${refused.length ? `, ${refused.length} kept` : ''}.`
      return { status: deleted, data: { deleted: removed, refused }, message }
    },
  })
}

interface Question {
  summary: string
  /** Parameters of the question itself, beside those of every list. */
  parameters?: z.ZodRawShape
  /** Who may ask it, where that is not whoever reads the whole list. */
  from?: Role
  among(ctx: Context, raw: Cells): Promise<Among>
}

/** A list of an entity's rows; with a question, of those that answer it. */
export function listRoute(
  entity: Entity,
  catalogue: Catalogue,
  path: string,
  question?: Question,
): Route {
  const own = question?.parameters ?? {}
  return route<Cells>({
    method: 'GET',
    path: `/${path}`,
    summary: question?.summary ?? `List ${entity.labelPlural.toLowerCase()}`,
    policy: policyOf(entity, question?.from ?? entity.access.read),
    output: { entity, many: true },
    input: listParameters.extend(own).loose(),
    run: async (ctx, raw) => {
      const plain = Object.fromEntries(Object.entries(raw).filter(([name]) => !(name in own)))
      const query = parseListQuery(entity, ctx.actor.role, plain)
      if (question) query.among = await question.among(ctx, raw)
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
    },
  })
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

function csvRoute(entity: Entity): Route {
  return route<Cells>({
    method: 'GET',
    path: `/${entity.plural}/csv`,
    summary: `Download ${entity.labelPlural.toLowerCase()} as CSV`,
    policy: policyOf(entity, csvRole(entity), { notWhileImpersonating: true }),
    input: listParameters.loose(),
    run: (ctx, raw) => csvAnswer(ctx, entity, parseListQuery(entity, ctx.actor.role, raw)),
  })
}

/** Managers by default, and never anybody who may not read the list itself. */
function csvRole(entity: Entity): Role {
  const needed = entity.access.csv ?? 'manager'
  return atLeast(needed, entity.access.read) ? needed : entity.access.read
}

const guardedFields = fieldsWith(({ options }) => options.setBy !== undefined)

/** Fields that only a higher role sets are refused as 403, by name. */
function checkFieldRights(entity: Entity, role: Role, input: object): void {
  const errors = guardedFields(entity)
    .filter(
      ([name, { options }]) =>
        cellsOf(input)[name] !== undefined && !atLeast(role, options.setBy ?? 'guest'),
    )
    .map(([field]) => ({ field, code: 'forbidden', message: 'Ask an admin to change this.' }))
  if (errors.length > 0) throw new Problem('forbidden', { errors })
}

export function notFound(entity: Entity): Problem {
  return new Problem('notFound', { fill: { what: entity.label.toLowerCase() } })
}
