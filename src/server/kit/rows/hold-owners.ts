import type { Entity, StoredColumns } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { cellsOf } from './cell.ts'
import { quote } from './column.ts'

/** Holds the rows that these belong to, in their own order, before these themselves are held. */
export async function holdOwners(
  conn: Conn,
  { heldWith, plural }: Entity,
  ids: readonly number[],
): Promise<void> {
  for (const { column, table } of heldWith) {
    const owners = `select t.${quote(column)} from ${quote(plural)} t where t.id = any($1)`
    await hold(conn, table, owners, ids)
  }
}

/**
 * The same for a row that is to be made, before anything it refers to is held. To take the owner
 * later, and more strongly than a reference does, is how two who make one each wait in a circle.
 */
export async function holdOwner<E extends Entity>(
  conn: Conn,
  { heldWith }: E,
  row: StoredColumns<E>,
): Promise<void> {
  for (const { column, table } of heldWith) {
    const id = cellsOf(row)[column]
    if (typeof id === 'number') await hold(conn, table, 'select unnest($1::bigint[])', [id])
  }
}

async function hold(
  conn: Conn,
  table: string,
  owners: string,
  ids: readonly number[],
): Promise<void> {
  await conn.query(
    `select 1 from ${quote(table)} o where o.id in (${owners}) order by o.id for no key update of o`,
    [ids],
  )
}
