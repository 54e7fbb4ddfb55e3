import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const TAKE_TURNS = sql<never, [key: string]>`
  select pg_advisory_xact_lock(hashtextextended($1, 0))`

interface Earlier {
  id: number
  file_name: string
  created_at: string
}

/** The same bytes again are most often a mistake; whoever means it says so. */
export function refusingSecondTime(batch: Entity) {
  const EARLIER = sql<Earlier, [sha256: string]>`
    select id, file_name, created_at from ${{ fragment: batch.plural }}
    where sha256 = $1 and deleted_at is null and import_status not in ('undone', 'failed')
    order by id desc limit 1`
  return async (
    conn: Conn,
    { organisation_id, sha256 }: { organisation_id: number | null; sha256: string },
    again: boolean,
  ): Promise<void> => {
    // Two people who send the same file at the same moment take turns.
    await TAKE_TURNS.run(conn, `${batch.label.toLowerCase()} ${organisation_id} ${sha256}`)
    if (again) return
    const earlier = await EARLIER.one(conn, sha256)
    if (!earlier) return
    const when = formatDayShort(businessToday(Temporal.Instant.from(earlier.created_at)))
    throw new Problem('conflict', {
      message: `This file was imported on ${when} as “${earlier.file_name}”.`,
      info: { [`${batch.name}_id`]: earlier.id },
    })
  }
}
