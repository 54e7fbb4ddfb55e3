import type { Entity, StoredColumns } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { cellsOf } from '#server/kit/rows/cell.ts'
import { archived, differences, type Locked, lockRow } from '#server/kit/rows/change-row.ts'
import type { RowWriting } from '#server/kit/rows/verb-handlers.ts'
import { NOTE } from './noted-row.ts'

/** A row that is to be changed, or to be put back. */
export interface PlannedRow {
  id: number
  object_id: number
  before: unknown
  history_id: number | null
}

interface Planned {
  entity: Entity
  name: string
  value: unknown
  writer: Pick<RowWriting, 'write'>
  row: PlannedRow
}

/** Changes one row as its own call would, from what it is now, and keeps what was there before. */
export async function changeRow(ctx: Context, conn: Conn, planned: Planned): Promise<void> {
  const { entity, name, value, row } = planned
  const current = await lockRow(ctx, conn, entity, row.object_id)
  if (current.deleted_at) throw archived(entity)
  if (holds(planned, current)) return NOTE.run(conn, row.id, 'same', null, null, null)
  await write(ctx, conn, planned, current, value)
  const told = await lastWord(conn, planned)
  const before = JSON.stringify(cellsOf(current.row)[name] ?? null)
  return NOTE.run(conn, row.id, 'changed', null, before, told?.id ?? null)
}

/** Puts back what was there, unless somebody has had a word on the field since. */
export async function undoRow(ctx: Context, conn: Conn, planned: Planned): Promise<void> {
  const { entity, row } = planned
  const current = await lockRow(ctx, conn, entity, row.object_id)
  if (current.deleted_at) throw archived(entity)
  const last = await lastWord(conn, planned)
  if (last?.id !== row.history_id || !holds(planned, current)) {
    const message = `${last?.actor_name ?? 'Somebody'} has changed it since.`
    throw new Problem('conflict', { message })
  }
  await write(ctx, conn, planned, current, row.before ?? null)
  return NOTE.run(conn, row.id, 'undone', null, null, null)
}

/** Whether the row has the value of the change. */
function holds({ entity, name, value }: Planned, { row }: Locked): boolean {
  // One of the entity's own fields, with a value that its schema has checked.
  const sent = { [name]: value } as StoredColumns<Entity>
  return Object.keys(differences(entity, row, sent)).length === 0
}

async function write(
  ctx: Context,
  conn: Conn,
  { name, writer }: Planned,
  { id, version }: Locked,
  value: unknown,
): Promise<void> {
  const input = { id, version, [name]: value }
  // Checked as the call's own input was: by the schema of the entity's field.
  await writer.write(ctx, conn, input as never)
}

const LAST_WORD = sql<
  { id: number; actor_name: string },
  [object_class: string, object_id: number, field: string]
>`select id, actor_name from history
  where organisation_id = scope_organisation() and object_class = $1 and object_id = $2
    and changes ? $3
  order by id desc limit 1`.named('fieldchange_last_word')

const lastWord = (conn: Conn, { entity, name, row }: Planned) =>
  LAST_WORD.one(conn, entity.name, row.object_id, name)
