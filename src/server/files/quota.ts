import { sizeWords } from '#domain/files/media-type.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

const TAKE_TURNS = sql<
  never,
  [organisation: string]
>`select pg_advisory_xact_lock(hashtextextended($1, 8))`

// Deleted ones count while they can be restored, because their bytes are still there.
const USED = sql<
  { used: number; quota_mb: number | null },
  [organisation_id: number | null]
>`select coalesce((select sum(f.size_bytes) from files f
      join file_contents c on c.file_id = f.id where f.organisation_id = $1), 0)::bigint as used,
    (select file_quota_mb from organisations where id = $1) as quota_mb`

const MB = 1_000_000

/** Two who upload at once must not each take the last of the room. */
export async function refuseOverQuota(ctx: Context, conn: Conn, size: number): Promise<void> {
  const { organisation_id } = ctx.actor
  await TAKE_TURNS.run(conn, `file quota ${organisation_id}`)
  const found = await USED.one(conn, organisation_id)
  const quota = (found?.quota_mb ?? ctx.config.fileQuotaMb) * MB
  if ((found?.used ?? 0) + size <= quota) return
  const reason = `it does not fit into the ${sizeWords(quota)} your organisation has for files`
  const instead = 'You could ask a platform admin for more room.'
  throw new Problem('notPossible', { fill: { action: 'upload', reason, instead } })
}
