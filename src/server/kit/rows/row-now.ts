import type { Entity } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { quote, selectList, visibleColumns } from './column.ts'
import { type Written, writtenRow } from './write-row.ts'

/** A row as its caller may see it now, after others have changed what the server keeps of it. */
export async function rowNow<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  id: number,
): Promise<Written<E>> {
  const columns = visibleColumns(entity, ctx.actor.role)
  const [row] = await conn.query<{ id: number; version: number; json: string }>(
    `select t.id, t.version, (select row_to_json(r)::text from (
       select ${selectList(entity, columns)}) r) as json
     from ${quote(entity.plural)} t where t.id = $1`,
    [id],
    // The columns go by the role: as many statements are kept as there are of these.
    `row_now_${entity.plural}_${ctx.actor.role}`,
  )
  if (!row) throw new Error(`${entity.label} ${id} is gone.`)
  return writtenRow(entity, row)
}
