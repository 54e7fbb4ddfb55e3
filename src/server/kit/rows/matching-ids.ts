import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { quote } from './column.ts'
import type { FoundRows } from './list-query.ts'
import { type Condition, MOST_FOUND, Parameters, whereSql } from './list-sql.ts'

/** What a column holds in the rows that a list matches, each once: for what is done to them all. */
export async function matchingIds(
  conn: Conn,
  entity: Entity,
  query: Condition,
  organisation_id: number | null,
  column = 'id',
): Promise<number[]> {
  const parameters = new Parameters()
  const where = whereSql(entity, { ...query, isWhole: true }, organisation_id, parameters)
  const found = await conn.query<{ id: number }>(
    `select distinct t.${quote(column)} as id from ${quote(entity.plural)} t
     where ${where} and t.${quote(column)} is not null order by 1`,
    parameters.values,
  )
  return found.map(({ id }) => id)
}

/** What a search finds by the terms of an entity, looked up once for all that is asked of it. */
export async function foundRows(conn: Conn, entity: Entity, search: string): Promise<FoundRows> {
  const [found] = await conn.query<FoundRows>(
    `select coalesce(array_agg(id), '{}')::text as ids, count(*)::int as count
     from find_ids($1, $2, $3, $4) id`,
    [entity.name, entity.plural, search, MOST_FOUND],
    'found_rows',
  )
  return found ?? { ids: '{}', count: 0 }
}
