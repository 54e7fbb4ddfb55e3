import { atLeast } from '#domain/access/role.ts'
import type { InputOf } from '#domain/kit/call.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import type { reportCalls } from '#domain/reports/report-calls.ts'
import type { ReportName } from '#domain/reports/report-list.ts'
import { reportCsv } from '#domain/reports/report-words.ts'
import { reportMail } from '#domain/reports/schedule/report-mail.ts'
import { reportDocument } from '#domain/reports/schedule/report-paper.ts'
import type { ReportSchedule } from '#domain/reports/schedule/reportschedule.ts'
import { type AskedPeriod, resolvedPeriod } from '#domain/reports/schedule/schedule-days.ts'
import { inMark } from '#server/files/look-of.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { organisationOf } from '#server/reports/gst/return-paper.ts'
import { periodRules } from '#server/reports/report-question.ts'
import { reportSources } from '#server/reports/report-sources.ts'
import { runReport } from '#server/reports/run-report.ts'
import type { Reader } from './schedule-readers.ts'

/** What is larger stays here, behind sign-in. */
export const MOST_BYTES = 10 * 1024 * 1024

export interface DueReport {
  schedule: ReportSchedule
  definition: ReportDefinition
  owner: string
  day: string
}

/** The mail of a report as this reader may have it today; null where there is nothing to tell. */
export async function writtenReport(
  system: Context,
  { schedule, definition, owner, day }: DueReport,
  reader: Reader,
  mostBytes = MOST_BYTES,
) {
  const { user_id, username, name, role } = reader
  const ctx = { ...system, actor: { ...system.actor, user_id, username, name, role } }
  const asked = await askedOn(ctx, schedule, definition, day)
  const source = reportSources[definition.name as ReportName] // It has a definition.
  const found = await runReport(ctx, definition, source, asked)
  if (found.rows.length === 0) return null
  const { organisation_id } = ctx.actor
  const document = await ctx.database.read(scopeOf(ctx), async (conn) => {
    const { name: broker, address } = await organisationOf(conn, organisation_id)
    const sender = [broker, ...address]
    return inMark(conn, reportDocument({ ...found, definition, sender, reader: name, day }))
  })
  const file = `${definition.name}-${day}`
  const files = [
    { name: `${file}.pdf`, bytes: await renderPdf(document) },
    // Who may not take it away as a file gets none by mail.
    ...(atLeast(role, definition.csvRole)
      ? [{ name: `${file}.csv`, bytes: Buffer.from(reportCsv(found)) }]
      : []),
  ]
  const isSmall = files.reduce((sum, { bytes }) => sum + bytes.length, 0) <= mostBytes
  const { rows: _, ...mail } = reportMail({
    ...found,
    definition,
    reader: name,
    owner,
    name: schedule.name,
    link: linkOf(ctx, asked),
    files: isSmall ? 'attached' : 'too-large',
  })
  return { ...mail, enclosures: isSmall ? files : [] }
}

type AskedReport = InputOf<typeof reportCalls.csv>

/** What the schedule asks for, with the days that are meant on this one. */
async function askedOn(
  ctx: Context,
  schedule: ReportSchedule,
  { spans, isOfNow }: ReportDefinition,
  day: string,
): Promise<AskedReport> {
  const { report_name, report_group, only_of, compare_with, relative_period } = schedule
  const rules = await ctx.database.read(scopeOf(ctx), periodRules)
  // What tells how things stand now is compared with no day, whatever was chosen once.
  const isAlone = isOfNow && spans === 'day'
  const days: AskedPeriod | object = relative_period
    ? resolvedPeriod(relative_period, day, rules)
    : {}
  return {
    name: report_name,
    ...(report_group ? { group: report_group } : {}),
    ...(only_of ? { of: only_of } : {}),
    ...(compare_with && !isAlone ? { compare: compare_with } : {}),
    ...days,
  }
}

const linkOf = ({ config }: Context, asked: AskedReport) =>
  `${config.publicUrl}/app/reports?${new URLSearchParams(asked as Record<string, string>)}`
