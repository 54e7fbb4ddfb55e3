import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { Fragment } from '#server/kit/database/sql.ts'
import type { ReportQuestion } from '#server/reports/report-source.ts'

/** From which day, to which one, both included and Auckland’s. */
export type Span = [from: string, to: string]

/** From which day, to which one, both included and Auckland’s, and as known at which moment. */
export type Days = [...Span, known_at: string]

/** What came after the day it is told as at does not count. */
export function spanOf({ from, to, as_at }: ReportQuestion): Span {
  return [from, as_at < to ? as_at : to]
}

export const daysOf = (asked: ReportQuestion): Days => [...spanOf(asked), asked.known_at]

/** Whether an instant falls on one of $1 to $2; an index may be used for it. */
export const duringDays = (column: string): Fragment => ({
  fragment: `${column} >= $1::text::date::timestamp at time zone '${BUSINESS_TIME_ZONE}'
    and ${column} < ($2::text::date + 1)::timestamp at time zone '${BUSINESS_TIME_ZONE}'`,
})

/** The same of what was there at $3. */
export const onDays = (column: string): Fragment => ({
  fragment: `${duringDays(column).fragment} and ${column} <= $3::timestamptz`,
})

/** Whether a row was not deleted yet at $3, whatever happened to it later. */
export const stood = (alias: string): Fragment => ({
  fragment: `(${alias}.deleted_at is null or ${alias}.deleted_at > $3::timestamptz)`,
})

/** The day of an instant in Auckland. */
export const dayOf = (column: string): Fragment => ({
  fragment: `(${column} at time zone '${BUSINESS_TIME_ZONE}')::date`,
})
