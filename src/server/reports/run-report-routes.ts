import { Readable } from 'node:stream'
import { atLeast, type Role } from '#domain/access/role.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted, badField, empty, Problem } from '#domain/kit/problem.ts'
import type { ReportDefinition, ReportRow } from '#domain/reports/report.ts'
import { type ReportFacts, type ReportOnItsWay, reportCalls } from '#domain/reports/report-calls.ts'
import { reportNamed, reports } from '#domain/reports/report-list.ts'
import { reportCsv } from '#domain/reports/report-words.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { askForRun, freshRun, madeReport } from './long-report.ts'
import { sourceNamed } from './report-sources.ts'
import { type RanReport, runReport, runReportAtOnce } from './run-report.ts'

const USUAL_LIMIT = 200

/** The report that is meant, for whoever may read it. */
function meantBy(ctx: Context, name: string, roleOf: (one: ReportDefinition) => Role) {
  const definition = reportNamed(name)
  if (!definition) throw badField('name', 'There is no such report.')
  if (!atLeast(ctx.actor.role, roleOf(definition))) throw new Problem('forbidden')
  return { definition, source: sourceNamed(name) }
}

async function readReport(
  ctx: Context,
  { limit = USUAL_LIMIT, offset = 0, job_id, anew, ...asked }: CheckedOf<typeof reportCalls.read>,
): Promise<Answer<ReportRow[], ReportFacts | ReportOnItsWay>> {
  const { definition, source } = meantBy(ctx, asked.name, (one) => one.role)
  const known = job_id ?? (anew ? undefined : (await freshRun(ctx, asked))?.id)
  const page = { offset, limit }
  const ran = known
    ? await madeReport(ctx, known, { name: asked.name, page })
    : await runReportAtOnce(ctx, definition, source, { ...asked, page })
  if (!ran) return onItsWay(known ?? (await askForRun(ctx, asked)))
  const { rows, facts, total } = ran
  const info = { ...facts, total, ...page }
  return total > 0 ? { data: rows, info } : { status: empty, data: [], info }
}

function onItsWay(job_id: number): Answer<ReportRow[], ReportFacts | ReportOnItsWay> {
  const message = 'This report takes longer. We are making it: ask for it again in a moment.'
  return { status: accepted, data: [], info: { job_id }, message }
}

async function reportFile(
  ctx: Context,
  { table, ...asked }: CheckedOf<typeof reportCalls.csv>,
): Promise<Answer<null>> {
  const { definition, source } = meantBy(ctx, asked.name, (one) => one.csvRole)
  const found = tableOf(await runReport(ctx, definition, source, asked), table)
  const stamp = ctx.clock.now().toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
  const stream = Readable.from([Buffer.from(reportCsv(found))])
  const name = `${definition.name}-${stamp}.csv`
  return { file: { name, type: 'text/csv; charset=utf-8', stream } }
}

/** One of the tables below a report, or the report itself. */
function tableOf(ran: RanReport, title: string | undefined) {
  if (title === undefined) return ran
  const table = ran.facts.tables.find((one) => one.title === title)
  if (!table) throw badField('table', 'There is no such table in this report.')
  return { rows: table.rows, facts: { columns: table.columns } }
}

async function listReports({ actor: { role } }: Context) {
  const mine = Object.values(reports).filter((one) => atLeast(role, one.role))
  const data = mine.map(({ name, title, about, spans, groups, csvRole }) => ({
    name,
    title,
    about,
    spans,
    groups: Object.keys(groups),
    may_export: atLeast(role, csvRole),
  }))
  return { data }
}

export const runReportRoutes: Route[] = serve(reportCalls, {
  list: { run: listReports },
  read: { run: readReport },
  csv: { run: reportFile },
})
