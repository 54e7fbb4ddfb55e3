import { type Rules, rulesFor } from '#domain/meters/plausibility-rules.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const RULES = sql<{ value: unknown }>`
  select value from organisationconfigs where lower(name) = 'reading_rules'
  and deleted_at is null`

/** The rules readings are held against, as the organisation has set them. */
export async function readingRules(conn: Conn): Promise<Rules> {
  return rulesFor((await RULES.one(conn))?.value ?? {})
}
