import { csvText } from '#domain/kit/csv-writer.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { type ReportName, reports } from '#domain/reports/report-list.ts'
import { reportCells } from '#domain/reports/report-words.ts'
import { reportSources } from '#server/reports/report-sources.ts'
import { runReport } from '#server/reports/run-report.ts'
import type { EntityQuestion } from './entity-file.ts'
import type { Batch, PlannedFile } from './planned-file.ts'
import type { Snapshot } from './snapshot.ts'

const told = ['key', 'name', 'detail'] as const

/** A report as a file: its rows by the group it opens with. */
export function reportFile(report: ReportName, asked: EntityQuestion): PlannedFile {
  const definition = reports[report]
  const texts = told.map((name) => ({ name, label: name, kind: 'text' }))
  const columns = definition.columns.map(({ name, label, kind }) => ({ name, label, kind }))
  return {
    name: `reports/${definition.name}.${asked.format}`,
    title: definition.title,
    columns: [...texts, ...columns],
    batches: (snapshot) => batchOf(report, asked, snapshot),
  }
}

/** Reports of a period are asked for it; those of a day for its last day, if they know it. */
async function* batchOf(
  name: ReportName,
  { format, from, to }: EntityQuestion,
  { ctx }: Snapshot,
): AsyncGenerator<Batch> {
  const definition = reports[name]
  const { spans, isOfNow }: ReportDefinition = definition
  const period = { ...(from ? { from } : {}), ...(from && to ? { to } : {}) }
  const question = spans === 'period' ? period : to && !isOfNow ? { as_at: to } : {}
  const ran = await runReport(ctx, definition, reportSources[name], { name, ...question })
  const { columns, cells } = reportCells(ran)
  const lines = cells.map((row) =>
    JSON.stringify(Object.fromEntries(columns.map((column, place) => [column.name, row[place]]))),
  )
  const money = ran.facts.columns.filter(({ kind }) => kind === 'money')
  yield {
    text: format === 'csv' ? csvText(columns, cells) : lines.map((line) => `${line}\n`).join(''),
    rows: cells.length,
    amounts: ran.rows.flatMap(({ values }) =>
      money.map((column) => [column.name, String(values[column.name] ?? '0.00')] as const),
    ),
  }
}

export function isReportName(name: string): name is ReportName {
  return Object.hasOwn(reports, name)
}
