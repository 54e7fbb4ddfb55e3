import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { quote } from './column.ts'
import type { ListQuery } from './list-query.ts'
import { Parameters, whereSql } from './list-sql.ts'

/** What a column holds in the rows that a list matches, each once: for what is done to them all. */
export async function matchingIds(
  conn: Conn,
  entity: Entity,
  query: Pick<ListQuery, 'filters' | 'search' | 'deleted' | 'among'>,
  organisation_id: number | null,
  column = 'id',
): Promise<number[]> {
  const parameters = new Parameters()
  const where = whereSql(entity, query, organisation_id, parameters)
  const found = await conn.query<{ id: number }>(
    `select distinct t.${quote(column)} as id from ${quote(entity.plural)} t
     where ${where} and t.${quote(column)} is not null order by 1`,
    parameters.values,
  )
  return found.map(({ id }) => id)
}
