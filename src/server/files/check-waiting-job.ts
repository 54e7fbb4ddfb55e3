import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { checkForViruses } from '#server/integrations/clamd.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/jobs/system-context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { type KnownFile, knownFile, provedFile } from './open-content.ts'

const WAITING = sql<
  { id: number },
  [organisation_id: number]
>`select id from files f where organisation_id = $1 and virus_check = 'waiting'
    and exists (select from file_contents c where c.file_id = f.id)
  order by id limit 200`

/** Files that came while the virus scanner was away are looked at as soon as it is back. */
export const checkWaitingFiles = defineJob({
  name: 'check-waiting-files',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    const { clamavUrl } = job.config
    if (!clamavUrl) return
    for (const organisation_id of await activeOrganisations(job)) {
      const ctx = systemContext(job, organisation_id, 'check-waiting-files')
      const rows = await job.database.read(scopeOf(ctx), (conn) =>
        WAITING.all(conn, organisation_id),
      )
      for (const { id } of rows) {
        if (job.signal.aborted || !(await checkOne(ctx, clamavUrl, id))) return
      }
    }
  },
})

/** False where the scanner is still away, and the rest can wait. */
async function checkOne(ctx: Context, clamavUrl: string, id: number): Promise<boolean> {
  const known = await ctx.database.read(scopeOf(ctx), (conn) => knownFile(ctx, conn, id))
  if (!known) return true
  const { open } = await provedFile(ctx, known)
  const check = await checkForViruses(clamavUrl, open())
  if (check.outcome === 'unknown') return false
  await note(ctx, known, check.outcome)
  return true
}

async function note(ctx: Context, { id }: KnownFile, virus_check: 'clean' | 'infected') {
  await ctx.database.write(scopeOf(ctx), (conn) =>
    updateRow(
      ctx,
      conn,
      file,
      id,
      { virus_check },
      { action: 'update', changes: { virus_check: ['waiting', virus_check] } },
    ),
  )
}
