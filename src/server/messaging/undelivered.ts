import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Among } from '#server/kit/rows/list-query.ts'

const LOOKED_AFTER_DAYS = 30

/**
 * What was to leave in the last 30 days and did not get where it was meant to. Whoever opted out is left alone on
 * purpose, and whoever sent it again has looked after it: what became of that stands on its own line.
 */
export function undelivered(today: string, row = 't'): Among {
  const since = Temporal.PlainDate.from(today).subtract({ days: LOOKED_AFTER_DAYS }).toString()
  return {
    key: `undelivered since ${since}`,
    sql: (parameters) => `${row}.status in ('failed', 'bounced', 'blocked', 'unconfirmed')
      and not (${row}.status = 'blocked' and coalesce(${row}.error_code, '') = 'list')
      and (greatest(${row}.created_at, ${row}.not_before)
        at time zone '${BUSINESS_TIME_ZONE}')::date >= ${parameters.add(since)}::text::date
      and not exists (select from messageevents e where e.organisation_id = ${row}.organisation_id
        and e.message_id = ${row}.id and e.event = 'resent')`,
  }
}
