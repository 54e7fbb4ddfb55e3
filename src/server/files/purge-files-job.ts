import { z } from 'zod'
import { file, RESTORABLE_DAYS } from '#domain/files/file.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { defineJob, enqueue } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { discardBytes } from './discard-bytes-job.ts'

const DAY_MS = 86_400_000

// Whoever is just restoring one holds its row: it is left to the next night, or for good.
const PURGE = sql<
  { id: number; sha256: string },
  [organisation_id: number, before: Date]
>`with old as (
    select f.id from files f join file_contents c on c.file_id = f.id
    where f.organisation_id = $1 and f.deleted_at < $2
    order by f.id limit 500 for update of f skip locked)
  delete from file_contents c using old where c.file_id = old.id
  returning c.file_id as id, c.stored_sha256 as sha256`

/** What was deleted long enough ago loses its bytes; that there was such a file stays known. */
export const purgeFiles = defineJob({
  name: 'purge-files',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    const before = new Date(job.clock.now().getTime() - RESTORABLE_DAYS * DAY_MS)
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'purge-files')
      const purge = (conn: Conn) => purgeSome(ctx, conn, organisation_id, before)
      while (!job.signal.aborted && (await job.database.write(scopeOf(ctx), purge)));
    })
  },
})

/** False once there is nothing left to do. */
async function purgeSome(
  ctx: Context,
  conn: Conn,
  organisation_id: number,
  before: Date,
): Promise<boolean> {
  const purged = await PURGE.all(conn, organisation_id, before)
  for (const { id, sha256 } of purged) {
    await recordHistory(conn, ctx, { object_class: file.name, object_id: id, action: 'purge' })
    await enqueue(conn, discardBytes, { organisation_id, sha256 })
  }
  return purged.length > 0
}

const HAS_BYTES = sql<
  { file_id: number },
  [id: number, organisation_id: number | null]
>`select file_id from file_contents where file_id = $1 and organisation_id = $2`

/** A file that has lost its bytes does not come back as an empty name. */
export async function refuseWithoutBytes(ctx: Context, conn: Conn, id: number): Promise<void> {
  if (await HAS_BYTES.one(conn, id, ctx.actor.organisation_id)) return
  const reason = `it was deleted more than ${RESTORABLE_DAYS} days ago and its bytes are gone`
  const instead = 'You could upload it again.'
  throw new Problem('notPossible', { fill: { action: 'restore', reason, instead } })
}
