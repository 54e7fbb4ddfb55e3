import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { contextFor, person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { recompute } from '#server/meters/recompute.ts'
import { lockRegisters } from '#server/meters/register-facts.ts'
import {
  holdImport,
  type RegisterRows,
  registersInBatches,
  settleImport,
} from './import-progress.ts'

const ROWS_AT_ONCE = 2000

type Scope = { organisation_id: number; user_id: null }

/** Takes back every reading an import made; the use around them is computed anew. */
export const undoImportJob = defineJob({
  name: 'undo-reading-import',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    readingimport_id: z.int().positive(),
    by: person,
  }),
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: async (job, { organisation_id, readingimport_id: id, by }) => {
    const scope: Scope = { organisation_id, user_id: null }
    const ctx = contextFor(job, organisation_id, id, by)
    for (const register_ids of registersInBatches(await imported(job, scope, id), ROWS_AT_ONCE)) {
      job.signal.throwIfAborted()
      await job.database.write(scope, async (conn) => {
        if (!(await holdImport(conn, id, 'undoing'))) return
        await lockRegisters(conn, register_ids)
        await removeReadings(ctx, conn, id, register_ids)
        await recompute(conn, register_ids)
      })
    }
    await job.database.write(scope, async (conn) => {
      if (await holdImport(conn, id, 'undoing')) await settleImport(conn, id, 'undoing', 'undone')
    })
  },
})

const IMPORTED_REGISTERS = sql<RegisterRows, [readingimport_id: number]>`
  select meterregister_id, count(*)::int as rows from meterreadings
  where readingimport_id = $1 and deleted_at is null
  group by meterregister_id order by meterregister_id`

const IMPORTED_READINGS = sql<
  { id: number },
  [readingimport_id: number, register_ids: readonly number[]]
>`select id from meterreadings where readingimport_id = $1 and meterregister_id = any($2)
  and deleted_at is null`

const REMOVE_READINGS = sql<never, [ids: readonly number[], ...actor: unknown[]]>`
  with gone as (
    update meterreadings set deleted_at = now(), version = version + 1, modified_at = now()
    where id = any($1) returning *)
  insert into history (${{ fragment: historyColumns }})
  select r.organisation_id, 'meterreading', r.id, 'delete', r.version, '{}'::jsonb,
    'The import was undone.', $2::bigint, $3::text, $4::bigint, $5::text, 'import', $6::text,
    (select m.customer_id from meters m where m.id = r.meter_id)
  from gone r`

function imported(job: JobContext, scope: Scope, id: number) {
  return job.database.read(scope, (conn) => IMPORTED_REGISTERS.all(conn, id))
}

async function removeReadings(
  ctx: Context,
  conn: Conn,
  id: number,
  register_ids: readonly number[],
): Promise<void> {
  const [actor_id, actor_name, impersonator_id, impersonator_name, , request_id] = actorValues(ctx)
  const found = await IMPORTED_READINGS.all(conn, id, register_ids)
  const ids = found.map((reading) => reading.id)
  const actor = [actor_id, actor_name, impersonator_id, impersonator_name, request_id]
  await REMOVE_READINGS.run(conn, ids, ...actor)
}
