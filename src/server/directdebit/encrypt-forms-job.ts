import { z } from 'zod'
import { Problem } from '#domain/kit/problem.ts'
import { keepEncrypted } from '#server/files/seal-file.ts'
import { sql } from '#server/kit/database/sql.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'

const IN_CLEAR = sql<{ id: number }, [organisation_id: number]>`
  select distinct f.id from mandates m join files f on f.id = m.consent_file_id
  join file_contents c on c.file_id = f.id
  where m.organisation_id = $1 and not f.is_encrypted order by f.id`

/** Forms that were kept before forms were encrypted, each in a transaction of its own. */
export const encryptFormsJob = defineJob({
  name: 'encrypt-signed-forms',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'encrypt-signed-forms')
      const forms = await job.database.read(scopeOf(ctx), (conn) =>
        IN_CLEAR.all(conn, organisation_id),
      )
      for (const { id } of forms) {
        if (job.signal.aborted) return
        await job.database
          .write(scopeOf(ctx), (conn) => keepEncrypted(ctx, conn, id))
          .catch((error: unknown) => {
            // One that is damaged stays as it is, and is named where all files are proved.
            if (!(error instanceof Problem)) throw error
          })
      }
    })
  },
})
