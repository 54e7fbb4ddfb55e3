import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { GroupRows } from '#server/kit/import/import-kind.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { recompute } from '#server/meters/recompute.ts'
import { lockRegisters } from '#server/meters/register-facts.ts'

const IMPORTED_REGISTERS = sql<GroupRows, [readingimport_id: number]>`
  select meterregister_id as "group", count(*)::int as rows from meterreadings
  where readingimport_id = $1 and deleted_at is null
  group by meterregister_id order by meterregister_id`

const IMPORTED_READINGS = sql<
  { id: number },
  [readingimport_id: number, register_ids: readonly number[]]
>`select id from meterreadings where readingimport_id = $1 and meterregister_id = any($2)
  and deleted_at is null`

const REMOVE_READINGS = sql<never, [ids: readonly number[], reason: string, ...actor: unknown[]]>`
  with gone as (
    update meterreadings set deleted_at = now(), version = version + 1, modified_at = now()
    where id = any($1) returning *)
  insert into history (${{ fragment: historyColumns }})
  select r.organisation_id, 'meterreading', r.id, 'delete', r.version, '{}'::jsonb,
    $2::text, $3::bigint, $4::text, $5::bigint, $6::text, 'import', $7::text,
    (select m.customer_id from meters m where m.id = r.meter_id)
  from gone r`

/** The registers an import made readings of. */
export function importedRegisters(conn: Conn, id: number): Promise<GroupRows[]> {
  return IMPORTED_REGISTERS.all(conn, id)
}

/** Takes back every reading an import made; the use around them is computed anew. */
export async function takeBackReadings(
  ctx: Context,
  conn: Conn,
  id: number,
  register_ids: readonly number[],
  reason: string,
): Promise<void> {
  await lockRegisters(conn, register_ids)
  const [actor_id, actor_name, impersonator_id, impersonator_name, , request_id] = actorValues(ctx)
  const found = await IMPORTED_READINGS.all(conn, id, register_ids)
  const ids = found.map((reading) => reading.id)
  const actor = [actor_id, actor_name, impersonator_id, impersonator_name, request_id]
  await REMOVE_READINGS.run(conn, ids, reason, ...actor)
  await recompute(conn, register_ids)
}
