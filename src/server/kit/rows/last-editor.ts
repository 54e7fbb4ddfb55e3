import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const LAST_EDITOR = sql<{ actor_id: number | null }, [id: number, object_class: string]>`
  select actor_id from history where object_class = $2 and object_id = $1
    and action in ('create', 'update', 'recalculate') order by id desc limit 1`

/** Who said last what a row is; where two people look at it, the other one lets it happen. */
export async function lastEditor(conn: Conn, entity: Entity, id: number): Promise<number | null> {
  return (await LAST_EDITOR.one(conn, id, entity.name))?.actor_id ?? null
}
