import { reaches } from '#domain/access/key-scope.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type Beyond, beyondReach } from '#domain/kit/record-reach.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { quote } from './column.ts'
import type { ListQuery } from './list-query.ts'

/** The rows `t` that a key may read; null where that is every row. */
export function withinReach({ actor }: Context, entity: Entity): string | null {
  const beyond = beyondReach(actor.scope, entity)
  return beyond && conditionOf(beyond)
}

function conditionOf({ isWhole, objects, columns }: Beyond): string {
  if (isWhole) return 'false'
  // Names of our own, from the entities.
  const others = objects.map((name) => `'${name}'`).join(', ')
  return [
    ...(others ? [`(t.reference_object is null or t.reference_object not in (${others}))`] : []),
    ...columns.map((column) => `t.${quote(column)} is null`),
  ].join(' and ')
}

/** Limits a list to what a key may read, beside what the list asks already. */
export function narrowToReach(ctx: Context, entity: Entity, query: ListQuery): void {
  const within = withinReach(ctx, entity)
  if (within === null) return
  const { among } = query
  query.among = {
    key: `${among?.key ?? ''} where ${within}`,
    sql: (parameters) => (among ? `(${among.sql(parameters)}) and ${within}` : within),
  }
}

/** For what is read of several kinds at once: a key has to be made for all of them. */
export function requireReach({ actor }: Context, ...names: readonly string[]): void {
  if (!names.every((name) => reaches(actor.scope, name))) throw new Problem('forbidden')
}

/** Which of these rows are beyond a key; what is not there is nobody's to refuse. */
export async function idsBeyondReach(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  ids: readonly number[],
): Promise<Set<number>> {
  const within = ids.length > 0 ? withinReach(ctx, entity) : null
  if (within === null) return new Set()
  const rows = await conn.query<{ id: number }>(
    `select t.id from ${quote(entity.plural)} t where t.id = any($1::bigint[]) and not (${within})`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A key that is not made for the records these rows are about is refused. */
export async function refuseBeyondReach(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  ids: readonly number[],
): Promise<void> {
  if ((await idsBeyondReach(ctx, conn, entity, ids)).size > 0) throw new Problem('forbidden')
}
