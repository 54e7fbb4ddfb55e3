import { z } from 'zod'
import { sql } from '#server/kit/database/sql.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { fileStoreOf } from './file-store.ts'
import { discardUnused } from './stored-bytes.ts'

// Longer than any call takes that has stored bytes and not yet said what they are.
const AGE_MS = 24 * 3_600_000

const IN_USE = sql<
  { sha256: string },
  [organisation_id: number]
>`select distinct stored_sha256 as sha256 from file_contents where organisation_id = $1
  union select stored_sha256 from file_archives
    where organisation_id = $1 and archive_status = 'ready'
  union select stored_sha256 from export_parts where organisation_id = $1`

const FORGET = sql<
  never,
  [organisation_id: number, before: Date]
>`delete from file_archives where organisation_id = $1 and created_at < $2`

/**
 * Takes bytes out of the store that no file refers to: what a server left behind that was killed, or
 * cut off from the database, between storing them and writing down what they are. Archives of the day
 * before are forgotten.
 */
export const sweepBytes = defineJob({
  name: 'sweep-bytes',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    const store = fileStoreOf(job.config)
    const before = job.clock.now().getTime() - AGE_MS
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'sweep-bytes')
      const rows = await job.database.write(scopeOf(ctx), async (conn) => {
        await FORGET.run(conn, organisation_id, new Date(before))
        return IN_USE.all(conn, organisation_id)
      })
      const inUse = new Set(rows.map(({ sha256 }) => sha256))
      for await (const { sha256, kept_at } of store.list(organisation_id)) {
        if (job.signal.aborted) return
        if (inUse.has(sha256) || kept_at.getTime() > before) continue
        // Asked once more there, and by itself: somebody may have just stored the same bytes.
        if (!(await discardUnused(ctx, sha256))) return
      }
    })
  },
})
