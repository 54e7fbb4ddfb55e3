import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Fragment } from '#server/kit/database/sql.ts'

/** The days that are added up, both included: each a date that PostgreSQL knows before it looks. */
export interface LiveDays {
  from: Fragment
  to: Fragment
}

export const onDays = (column: string, { from, to }: LiveDays): Fragment => ({
  fragment: `${column} >= ${from.fragment} and ${column} <= ${to.fragment}`,
})

// Compared as an instant: only so does row-level security let the index be used.
export const atMoments = (column: string, { from, to }: LiveDays): Fragment => ({
  fragment: `${column} >= (${from.fragment})::timestamp at time zone '${BUSINESS_TIME_ZONE}'
    and ${column} < (${to.fragment} + 1)::timestamp at time zone '${BUSINESS_TIME_ZONE}'`,
})
