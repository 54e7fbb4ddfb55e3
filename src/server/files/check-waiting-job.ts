import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { Problem } from '#domain/kit/problem.ts'
import { checkForViruses } from '#server/integrations/clamd.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { type KnownFile, knownFile, provedFile } from './open-content.ts'

const AT_ONCE = 200

// What waits is closed and comes first; then what came before there was a scanner.
const waiting = (state: Fragment) => sql<{ id: number }, [organisation_id: number, after: number]>`
  select id from files f where organisation_id = $1 and virus_check ${state} and id > $2
    and exists (select from file_contents c where c.file_id = f.id)
  order by id limit ${AT_ONCE}`
const TO_CHECK = [waiting(fragment`= 'waiting'`), waiting(fragment`is null`)]

/** Files that came while the virus scanner was away, or before there was one, are looked at. */
export const checkWaitingFiles = defineJob({
  name: 'check-waiting-files',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    const { clamavUrl } = job.config
    if (!clamavUrl) return
    let isAway = false
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'check-waiting-files')
      for (const question of TO_CHECK) {
        let after = 0
        for (let isLast = false; !isLast && !isAway; ) {
          const read = (conn: Conn) => question.all(conn, organisation_id, after)
          const rows = await job.database.read(scopeOf(ctx), read)
          for (const { id } of rows) {
            if (job.signal.aborted || isAway) return
            isAway = !(await checkOne(ctx, clamavUrl, id))
            after = id
          }
          isLast = rows.length < AT_ONCE
        }
      }
    })
  },
})

/** False where the scanner is still away, and the rest can wait. */
async function checkOne(ctx: Context, clamavUrl: string, id: number): Promise<boolean> {
  const known = await ctx.database.read(scopeOf(ctx), (conn) => knownFile(ctx, conn, id))
  if (!known) return true
  const proved = await provedFile(ctx, known).catch((error: unknown) => {
    // One that is missing or damaged stays as it is, and is named where all files are proved.
    if (error instanceof Problem) return null
    throw error
  })
  if (!proved) return true
  const check = await checkForViruses(clamavUrl, proved.open())
  if (check.outcome === 'unknown') return !check.isAway
  await note(ctx, known, check.outcome)
  return true
}

async function note(
  ctx: Context,
  { id, virus_check: before }: KnownFile,
  virus_check: 'clean' | 'infected',
) {
  await ctx.database.write(scopeOf(ctx), (conn) =>
    updateRow(
      ctx,
      conn,
      file,
      id,
      { virus_check },
      { action: 'update', changes: { virus_check: [before, virus_check] } },
    ),
  )
}
