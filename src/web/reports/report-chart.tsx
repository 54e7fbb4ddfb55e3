import { Paper } from '@mantine/core'
import type { CellValue, ReportDefinition, ReportRow } from '#domain/reports/report.ts'
import type { ReportFacts } from '#domain/reports/report-calls.ts'
import { cellText } from '#domain/reports/report-words.ts'
import { type Bar, BarChart } from '#web/kit/charts/bar-chart.tsx'

const MOST_BARS = 14

interface Props {
  definition: ReportDefinition
  facts: ReportFacts
  rows: readonly ReportRow[]
}

/** The report drawn: its largest rows, or what its columns come to. */
export function ReportChart({ definition, facts, rows }: Props) {
  const column = definition.columns.find(({ name }) => name === definition.main)
  if (!column) return null
  const isMoney = column.kind === 'money'
  const isByRow = definition.chart === 'rows'
  return (
    <Paper p="md">
      <BarChart
        title={isByRow && !definition.drawn?.value ? column.label : definition.title}
        unit={isMoney ? 'dollars' : column.label.toLowerCase()}
        bars={isByRow ? barsOf(rows, definition, facts) : columnBars(definition, facts)}
        format={(value) => cellText(column.kind, value, { isTotal: true })}
        words={{ value: valueWords(definition, facts), beside: besideWords(definition, facts) }}
      />
    </Paper>
  )
}

/** Compared with another time, the main column is drawn of both. */
const valueWords = ({ drawn }: ReportDefinition, { compare }: ReportFacts) =>
  compare ? 'Now' : (drawn?.value?.words ?? 'Now')

function besideWords({ drawn }: ReportDefinition, { compare }: ReportFacts): string {
  if (!compare && drawn) return drawn.beside_words
  return compare === 'year' ? 'A year before' : 'Before'
}

function barsOf(
  rows: readonly ReportRow[],
  { main, drawn }: ReportDefinition,
  { compare }: ReportFacts,
): Bar[] {
  return rows.slice(0, MOST_BARS).map((row) => ({
    label: row.name.length > 9 ? `${row.name.slice(0, 8)}…` : row.name,
    name: row.detail ? `${row.name}, ${row.detail}` : row.name,
    value: textOf(row.values[compare ? main : (drawn?.value?.name ?? main)]),
    ...(drawn && { beside: textOf(row.values[drawn.beside]) }),
    ...(drawn?.estimated && { estimatedShare: shareOf(row.values[drawn.estimated]) }),
    ...(compare ? { beside: textOf(row.before?.[main]) } : {}),
  }))
}

function columnBars(
  { chart, columns }: ReportDefinition,
  { totals, totals_before }: ReportFacts,
): Bar[] {
  return columns
    .filter(({ name }) => chart.includes(name))
    .map(({ name, label }) => ({
      label: label.replace(' days', ''),
      name: label,
      value: textOf(totals[name]),
      ...(totals_before ? { beside: textOf(totals_before[name]) } : {}),
    }))
}

/** Percent as a share of one. */
const shareOf = (percent: CellValue | undefined) => String(Number(percent ?? 0) / 100)

const textOf = (value: CellValue | undefined) =>
  value === null || value === undefined ? null : String(value)
