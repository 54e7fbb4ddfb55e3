import type { Entity } from '#domain/kit/entity.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Cells } from './cell.ts'
import type { Among, ListQuery } from './list-query.ts'

/** Which rows of a list a name stands for; null where it stands for none of this list. */
export type NamedRows = (ctx: Context, entity: Entity, name: string) => Promise<Among | null>

let known: NamedRows = async () => null

/** Modules that come later know names for rows of lists that come before them. */
export function arrangeNamedRows(rows: NamedRows): void {
  known = rows
}

/** Limits a query to the rows that are asked for by their name, beside what it asks already. */
export async function narrowToNamed(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  raw: Cells,
): Promise<void> {
  if (raw.figure === undefined) return
  const named = typeof raw.figure === 'string' ? await known(ctx, entity, raw.figure) : null
  if (!named) throw new Problem('badRequest', { errors: [unknownName] })
  // The list of a figure comes to the figure, to the last row and cent.
  query.isExact = true
  const { among } = query
  query.among = {
    key: `${among?.key ?? ''} ${named.key}`,
    sql: (parameters) =>
      [among, named].flatMap((one) => (one ? [`(${one.sql(parameters)})`] : [])).join(' and '),
  }
}

const unknownName: FieldError = {
  field: 'figure',
  code: 'bad_request',
  message: 'This list has no figure of that name.',
}
