import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { quote } from './column.ts'

/** What rows of the organisation are called now, by their ids; without those that do not exist. */
export async function rowNames(
  conn: Conn,
  entity: Entity,
  ids: readonly number[],
): Promise<Map<number, string>> {
  // People and organisations belong to the whole platform.
  const own = entity.scope === 'platform' ? '' : 'organisation_id = scope_organisation() and'
  const found = await conn.query<{ id: number; name: string | null }>(
    `select id, ${quote(entity.title)}::text as name from ${quote(entity.plural)}
     where ${own} id = any($1::bigint[])`,
    [ids],
  )
  return new Map(found.map(({ id, name }) => [id, name ?? '']))
}
