import { type Rules, rulesFor } from '#domain/meters/plausibility-rules.ts'
import { rulesSetting } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'

/** The rules readings are held against, as the organisation has set them. */
export async function readingRules(conn: Conn): Promise<Rules> {
  return rulesFor(await rulesSetting(conn, 'reading_rules'))
}
