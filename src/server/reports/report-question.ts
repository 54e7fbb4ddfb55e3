import { atLeast } from '#domain/access/role.ts'
import { LATEST_DAY } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { type NarrowedTo, narrowedGroups, narrowedParts } from '#domain/reports/narrowed.ts'
import type { PeriodKind, ReportDefinition } from '#domain/reports/report.ts'
import type { reportCalls } from '#domain/reports/report-calls.ts'
import {
  type PeriodRules,
  periodAround,
  periodBefore,
  type Span,
  sameYearBefore,
  spanFault,
} from '#domain/reports/report-period.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { ReportQuestion } from './report-source.ts'

export type AskedReport = Omit<CheckedOf<typeof reportCalls.csv>, 'table'>

/** What somebody asked, with all that they left open filled in. */
export interface CheckedQuestion {
  group: string
  narrowed: NarrowedTo | undefined
  period: PeriodKind
  question: ReportQuestion
  /** The same of the time it is compared with. */
  compared: ReportQuestion | null
}

// The database's own clock wrote when things became known.
const NOW = sql<{ now: string }>`select date_trunc('milliseconds', clock_timestamp()) as now`

export async function periodRules(conn: Conn): Promise<PeriodRules> {
  const [months, gst_end_month, year_start_month] = await Promise.all([
    settingOf(conn, 'gst_period'),
    settingOf(conn, 'gst_period_end'),
    settingOf(conn, 'financial_year_start'),
  ])
  return { gst_months: Number(months), gst_end_month, year_start_month }
}

/** Fills in the usual period, day and group; what nobody can mean is refused by its field. */
export async function checkedQuestion(
  ctx: Context,
  conn: Conn,
  definition: ReportDefinition,
  asked: AskedReport,
): Promise<CheckedQuestion> {
  const today = todayOf(ctx)
  const rules = await periodRules(conn)
  const now = (await NOW.one(conn))?.now ?? ''
  const group = asked.group ?? Object.keys(definition.groups)[0] ?? ''
  if (!Object.hasOwn(definition.groups, group))
    throw badField('group', 'The report has no such group.')
  refuseEarlier(definition, asked)
  const { period, span } = spanOf(definition, asked, today, rules)
  const known_at = asked.known_at ?? now
  if (Date.parse(known_at) > Date.parse(now))
    throw badField('known_at', 'Choose a moment that has passed.')
  const as_at = asked.as_at ?? today
  const narrowed = narrowedTo(definition, asked.of)
  refuseFault({ from: as_at, to: as_at }, () => 'as_at')
  const question = {
    ...span,
    as_at,
    booked_to: asked.as_at ?? LATEST_DAY,
    known_at,
    isNow: asked.as_at === undefined && asked.known_at === undefined,
    cash: asked.cash ? cents(asked.cash) : null,
    only_user_id: atLeast(ctx.actor.role, 'manager') ? null : ctx.actor.user_id,
    today,
    group,
    narrowed,
  }
  const compared = comparedWith(definition, asked.compare, period, question, rules)
  return { group, narrowed, period, question, compared }
}

/** What stands now has no earlier day and no earlier moment. */
function refuseEarlier({ isOfNow, spans }: ReportDefinition, asked: AskedReport): void {
  if (!isOfNow) return
  for (const field of ['as_at', 'known_at'] as const)
    if (asked[field]) throw badField(field, 'The report tells how things stand now.')
  if (asked.compare && spans === 'day')
    throw badField('compare', 'The report tells how things stand now.')
}

function spanOf(
  { spans, usual, usualSpan }: ReportDefinition,
  { period, day, from, to }: AskedReport,
  today: string,
  rules: PeriodRules,
): { period: PeriodKind; span: Span } {
  if (spans === 'day') return { period: 'free', span: { from: today, to: today } }
  if (usualSpan && !period && !day && !from && !to)
    return { period: 'free', span: usualSpan(today) }
  const kind = period ?? (from || to ? 'free' : usual)
  if (kind !== 'free') {
    const span = periodAround(kind, day ?? today, rules)
    refuseFault(span, () => 'day')
    return { period: kind, span }
  }
  if (!from) throw badField('from', 'Say the first day.')
  const span = { from, to: to ?? today }
  refuseFault(span, (field) => field)
  return { period: kind, span }
}

function refuseFault(span: Span, fieldOf: (field: 'from' | 'to') => string): void {
  const fault = spanFault(span)
  if (fault) throw badField(fieldOf(fault.field), fault.message)
}

function narrowedTo({ groups }: ReportDefinition, of: string | undefined): NarrowedTo | undefined {
  if (of === undefined) return undefined
  const parts = narrowedParts(of)
  if (!narrowedGroups(parts).every((group) => Object.hasOwn(groups, group)))
    throw badField('of', 'The report has no such group.')
  return parts
}

function comparedWith(
  { spans }: ReportDefinition,
  compare: 'before' | 'year' | undefined,
  period: PeriodKind,
  question: ReportQuestion,
  rules: PeriodRules,
): ReportQuestion | null {
  if (!compare) return null
  if (spans === 'day') {
    const day = { from: question.as_at, to: question.as_at }
    // A month before, the end of a month is its end again.
    const month = periodBefore('month', periodAround('month', question.as_at, rules), rules)
    const as_at = compare === 'year' ? sameYearBefore(day).to : month.to
    return { ...question, as_at, booked_to: as_at, isNow: false }
  }
  const { from, to } = question
  const span =
    compare === 'year' ? sameYearBefore({ from, to }) : periodBefore(period, question, rules)
  return { ...question, ...span }
}
