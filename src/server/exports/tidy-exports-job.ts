import { z } from 'zod'
import { exportjob } from '#domain/exports/export.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { dropParts } from './export-parts.ts'

const OVER = sql<
  { id: number },
  [now: Date]
>`select id from exports where export_status = 'done' and expires_at <= $1 order by id for update`

const LEFT = sql<{
  id: number
  attempt: number
}>`select distinct e.id, e.attempt from exports e join export_parts p on p.export_id = e.id
  where e.export_status in ('cancelled', 'failed', 'expired') order by e.id`

/** Takes exports away whose week is over, and what stopped ones have left. */
export const tidyExports = defineJob({
  name: 'tidy-exports',
  payload: z.strictObject({ organisation_id: idSchema.optional() }),
  run: async (job, { organisation_id }) => {
    const meant = organisation_id ? [organisation_id] : undefined
    await eachOrganisation(job, (id) => tidyOne(systemContext(job, id, 'tidy-exports')), meant)
  },
})

async function tidyOne(ctx: Context): Promise<void> {
  const left = await ctx.database.write(scopeOf(ctx), async (conn) => {
    for (const { id } of await OVER.all(conn, ctx.clock.now())) {
      const values = { export_status: 'expired' as const }
      await updateRow(ctx, conn, exportjob, id, values, { action: 'expire', changes: {} })
    }
    return LEFT.all(conn)
  })
  for (const { id, attempt } of left) await dropParts(ctx, id, attempt + 1)
}
