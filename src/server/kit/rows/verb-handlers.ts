import { atLeast, type Role } from '#domain/access/role.ts'
import type { AnyCall } from '#domain/kit/call.ts'
import { type Create, type Entity, fieldsWith } from '#domain/kit/entity.ts'
import { created, deleted, Problem, updated } from '#domain/kit/problem.ts'
import type { RemovedRows, Revision, Verb } from '#domain/kit/verbs.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Handler, Reserved } from '#server/kit/http/route.ts'
import { cellsOf, withInitials } from './cell.ts'
import { actionsOf, checkFields, removeRow, restoreRow, reviseRow } from './change-row.ts'
import { type Catalogue, checkAgainstOthers } from './check-row.ts'
import { likelyDuplicates } from './duplicates.ts'
import { csvHandler, listHandler } from './list-handler.ts'
import { selectOne } from './store.ts'
import { insertRow, reserveNumbers } from './write-row.ts'
import { factsOf, notFound, writtenAnswer } from './written-answer.ts'

type Override<I> = (ctx: Context, conn: Conn, input: I) => Promise<Answer>
interface Removal {
  id: number
  version?: number | undefined
}

interface Overrides<E extends Entity> {
  create?: Override<Create<E>>
  update?: Override<Revision<E>>
  remove?: Override<Removal>
  restore?: Override<{ id: number }>
}

// Rows are answered as the JSON they are stored as, whatever their entity.
type VerbHandlers = Record<Verb, Handler<AnyCall>> & Record<'create' | 'update', RowWriting>

/** What makes or changes a row, for whoever has something to say about that. */
export interface RowWriting {
  write(ctx: Context, conn: Conn, input: never, reserved?: Reserved): Promise<Answer>
  reserve?(ctx: Context, input: never): Promise<Reserved>
}

/** Puts something between a caller and the rows of an entity, whatever else its verbs do. */
export type RowGuard = <H extends { create: RowWriting; update: RowWriting }>(
  entity: Entity,
  handlers: H,
) => H

/** What serves the verbs of one entity, from its definition; what needs more overrides one verb. */
export function verbHandlers<E extends Entity>(
  entity: E,
  catalogue: Catalogue,
  overrides: Overrides<E> = {},
): VerbHandlers {
  const list = listHandler(entity, catalogue)
  return {
    get: getHandler(entity, catalogue),
    create: overrides.create
      ? { write: begun(entity, overrides.create) }
      : createHandler(entity, catalogue),
    update: { write: overrides.update ?? updater(entity, catalogue) },
    remove: { write: overrides.remove ?? remover(entity, catalogue) },
    restore: { write: overrides.restore ?? restorer(entity, catalogue) },
    list,
    search: list,
    csv: csvHandler(entity, catalogue),
    removeMany: { write: manyRemover(overrides.remove ?? remover(entity, catalogue)) },
  }
}

function getHandler(entity: Entity, catalogue: Catalogue) {
  return {
    run: (ctx: Context, { id }: { id: number }) => answerRow(ctx, entity, id, catalogue),
  }
}

/** One row as it is answered, with what may be done to it. */
export async function answerRow(ctx: Context, entity: Entity, id: number, catalogue: Catalogue) {
  const found = await ctx.database.read(scopeOf(ctx), (conn) =>
    selectOne(conn, entity, id, ctx.actor, catalogue.lookup),
  )
  if (!found) throw notFound(entity)
  const available_actions = actionsOf(ctx, entity, factsOf(entity, found.bytes))
  return { rawData: found.bytes, info: { titles: found.titles, available_actions } }
}

function begun<E extends Entity>(entity: E, override: Override<Create<E>>): Override<Create<E>> {
  return async (ctx, conn, input) => {
    beginCreate(ctx, entity, input)
    return override(ctx, conn, input)
  }
}

function createHandler<E extends Entity>(entity: E, catalogue: Catalogue) {
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

function beginCreate<E extends Entity>(ctx: Context, entity: E, input: Create<E>): void {
  checkFieldRights(entity, ctx.actor.role, input)
  checkFields(entity, withInitials(entity, input))
}

function updater<E extends Entity>(entity: E, catalogue: Catalogue): Override<Revision<E>> {
  return async (ctx, conn, input) => {
    const written = await reviseRow(ctx, conn, entity, input, {
      rights: () => checkFieldRights(entity, ctx.actor.role, input),
      others: (before) => checkAgainstOthers(ctx, conn, entity, input, catalogue, before),
    })
    const warnings = await likelyDuplicates(conn, entity, input, input.id)
    return writtenAnswer(ctx, entity, written, { status: updated, warnings })
  }
}

function remover(entity: Entity, catalogue: Catalogue): Override<Removal> {
  return async (ctx, conn, input) => {
    await removeRow(ctx, conn, entity, input, catalogue)
    return { status: deleted, data: { id: input.id }, message: `${entity.label} deleted.` }
  }
}

function restorer(entity: Entity, catalogue: Catalogue): Override<{ id: number }> {
  return async (ctx, conn, { id }) => {
    const written = await restoreRow(ctx, conn, entity, id, catalogue)
    const answer = writtenAnswer(ctx, entity, written, { status: 200 })
    return { ...answer, message: `${entity.label} restored.` }
  }
}

function manyRemover(remove: Override<Removal>): Override<{ ids: number[] }> {
  return async (ctx, conn, { ids }) => {
    const data: RemovedRows = { deleted: [], refused: [] }
    for (const id of new Set(ids)) {
      await attempt(
        conn,
        async () => {
          await remove(ctx, conn, { id })
          data.deleted.push(id)
        },
        ({ code, message }) => data.refused.push({ id, code, message }),
      )
    }
    const kept = data.refused.length ? `, ${data.refused.length} kept` : ''
    return { status: deleted, data, message: `${data.deleted.length} deleted${kept}.` }
  }
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
