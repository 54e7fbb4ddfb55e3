import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Fragment } from '#server/kit/database/sql.ts'
import type { ReportQuestion } from '#server/reports/report-source.ts'

/** From which day, to which one, both included and Auckland’s, and as known at which moment. */
export type Days = [from: string, to: string, known_at: string]

export const daysOf = ({ from, to, known_at }: ReportQuestion): Days => [from, to, known_at]

/** Whether an instant falls on one of $1 to $2 and was there at $3; an index may be used for it. */
export const onDays = (column: string): Fragment => ({
  fragment: `${column} >= $1::text::date::timestamp at time zone '${BUSINESS_TIME_ZONE}'
    and ${column} < ($2::text::date + 1)::timestamp at time zone '${BUSINESS_TIME_ZONE}'
    and ${column} <= $3::timestamptz`,
})

/** The day of an instant in Auckland. */
export const dayOf = (column: string): Fragment => ({
  fragment: `(${column} at time zone '${BUSINESS_TIME_ZONE}')::date`,
})
