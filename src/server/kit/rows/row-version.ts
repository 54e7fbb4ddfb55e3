import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'

/**
 * How often rows of an entity have changed, whoever changed them: what was counted under the same
 * number before still holds. The number of every table of the organisation is for what depends on
 * others as well. See ADR 9.
 */
export async function rowVersion(
  conn: Conn,
  of: Entity | 'every table',
  organisation_id: number | null,
): Promise<string> {
  const isEvery = of === 'every table'
  const [row] = await conn.query<{ version: string }>(
    `select coalesce(sum(changes), 0)::text as version from row_versions
     where organisation_id in (0, $1) ${isEvery ? '' : 'and table_name = $2'}`,
    isEvery ? [organisation_id] : [organisation_id, of.plural],
    isEvery ? 'row_version_every' : 'row_version',
  )
  return row?.version ?? '0'
}
