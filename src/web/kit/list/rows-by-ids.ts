import type { Entity } from '#domain/kit/entity.ts'
import type { Params } from '#web/kit/session/api.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import type { DataRow } from './data-table.tsx'

/** A list takes so many values of a filter, and answers so many rows, at a time. */
const AT_ONCE = 500

/** Rows of an entity by their ids, deleted ones included. */
export async function rowsByIds(
  entity: Entity,
  ids: readonly number[],
  more: Params = {},
): Promise<DataRow[]> {
  const rows: DataRow[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const chunk = ids.slice(start, start + AT_ONCE)
    const params = { 'id.in': chunk.join(','), limit: AT_ONCE, deleted: 1, ...more }
    rows.push(...((await send(listCall(entity), listInput(params))).data ?? []))
  }
  return rows
}
