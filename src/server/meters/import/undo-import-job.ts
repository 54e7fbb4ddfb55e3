import { z } from 'zod'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { actorValues, historyColumns } from '#server/kit/history.ts'
import { defineJob, type JobContext } from '#server/kit/job.ts'
import { recompute } from '#server/meters/recompute.ts'
import { lockRegisters } from '#server/meters/register-facts.ts'
import { contextFor, person } from './acting-person.ts'
import { holdImport, registersInBatches, setStatus } from './import-progress.ts'

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
      if (await holdImport(conn, id, 'undoing')) await setStatus(conn, id, 'undone')
    })
  },
})

function imported(job: JobContext, scope: Scope, id: number) {
  return job.database.read(scope, (conn) =>
    conn.query<{ meterregister_id: number; rows: number }>(
      `select meterregister_id, count(*)::int as rows from meterreadings
       where readingimport_id = $1 and deleted_at is null
       group by meterregister_id order by meterregister_id`,
      [id],
    ),
  )
}

async function removeReadings(
  ctx: Context,
  conn: Conn,
  id: number,
  register_ids: readonly number[],
): Promise<void> {
  const [actor_id, actor_name, impersonator_id, impersonator_name, , request_id] = actorValues(ctx)
  await conn.query(
    `with gone as (
       update meterreadings set deleted_at = now(), version = version + 1, modified_at = now()
       where readingimport_id = $1 and meterregister_id = any($2) and deleted_at is null
       returning *)
     insert into history (${historyColumns})
     select r.organisation_id, 'meterreading', r.id, 'delete', r.version, '{}'::jsonb,
       'The import was undone.', $3::bigint, $4::text, $5::bigint, $6::text, 'import', $7::text,
       m.customer_id
     from gone r join meters m on m.id = r.meter_id`,
    [id, register_ids, actor_id, actor_name, impersonator_id, impersonator_name, request_id],
  )
}
