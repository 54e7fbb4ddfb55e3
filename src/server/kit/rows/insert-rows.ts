import type { Entity, StoredColumns } from '#domain/kit/entity.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import type { Field } from '#domain/kit/field.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { preparedName } from '#server/kit/database/prepared-name.ts'
import type { Context } from '#server/kit/http/context.ts'
import { cellsOf, shown, stored, withInitials } from './cell.ts'
import { columnTypeOf, quote } from './column.ts'
import { actorValues, type Changes, customerSql, historyColumns } from './history.ts'

/**
 * Stores many new rows of an organisation with their history in one statement; answers their ids in
 * the order of the rows. Series of numbers and JSON columns are for `insertRow`.
 */
export async function insertRows<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  rows: readonly StoredColumns<E>[],
): Promise<number[]> {
  const given = rows.map((row) => cellsOf(withInitials(entity, row)))
  const fields = fieldsOf(entity).filter(([name]) => given.some((row) => row[name] !== undefined))
  const written = given.map((row) => ({
    ...Object.fromEntries(
      fields.map(([name, field]) => [name, stored(field, row[name], ctx.config.secrets.fields)]),
    ),
    told: toldOf(fields, row),
  }))
  const sql = insertSql(entity, fields)
  const { organisation_id } = ctx.actor
  const values = [JSON.stringify(written), organisation_id, entity.name, ...actorValues(ctx)]
  const made = await conn.query<{ id: number }>(sql, values, preparedName(sql))
  return made.map(({ id }) => id)
}

function toldOf(fields: readonly [string, Field][], row: ReturnType<typeof cellsOf>): Changes {
  const said = fields.filter(([name]) => row[name] !== undefined && row[name] !== null)
  const changes: Changes = {}
  for (const [name, field] of said)
    if (row[name] !== false) changes[name] = [null, shown(field, row[name])]
  return changes
}

/** Ids are drawn first, since an insert does not say which row became which. */
function insertSql(entity: Entity, fields: readonly [string, Field][]): string {
  const names = fields.map(([name]) => quote(name))
  const types = fields.map(([name, field]) => `${quote(name)} ${columnTypeOf(field)}`)
  const table = quote(entity.plural)
  return `with given as (
      select nextval(pg_get_serial_sequence('${entity.plural}', 'id')) as id, x.*
      from rows from (jsonb_to_recordset($1::jsonb) as (told jsonb, ${types.join(', ')}))
        with ordinality x (told, ${names.join(', ')}, place) order by place),
    made as (insert into ${table} (id, organisation_id, ${names.join(', ')})
      overriding system value select id, $2, ${names.join(', ')} from given order by place),
    told as (insert into history (${historyColumns})
      select $2, $3::text, t.id, 'create', 1, t.told, null, $4::bigint, $5::text, $6::bigint,
        $7::text, $8::text, $9::text, ${customerSql(entity, 't')} from given t order by place)
    select id from given order by place`
}
