import { type Rules, rulesFor } from '#domain/meters/plausibility-rules.ts'
import type { Conn } from '#server/kit/database/database.ts'

/** The rules readings are held against, as the organisation has set them. */
export async function readingRules(conn: Conn): Promise<Rules> {
  const [row] = await conn.query<{ value: unknown }>(
    `select value from organisationconfigs where lower(name) = 'reading_rules'
     and deleted_at is null`,
  )
  return rulesFor(row?.value ?? {})
}
