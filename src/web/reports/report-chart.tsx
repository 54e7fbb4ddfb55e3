import { Paper } from '@mantine/core'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type { CellValue, ReportDefinition, ReportRow } from '#domain/reports/report.ts'
import type { ReportFacts } from '#domain/reports/report-calls.ts'
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
        title={isByRow ? column.label : definition.title}
        unit={isMoney ? 'dollars' : column.label.toLowerCase()}
        bars={isByRow ? barsOf(rows, column.name, facts) : columnBars(definition, facts)}
        format={(value) => (isMoney ? formatMoney(value) : inThousands(value))}
        words={{ value: 'Now', beside: facts.compare === 'year' ? 'A year before' : 'Before' }}
      />
    </Paper>
  )
}

function barsOf(rows: readonly ReportRow[], name: string, { compare }: ReportFacts): Bar[] {
  return rows.slice(0, MOST_BARS).map((row) => ({
    label: row.name.length > 9 ? `${row.name.slice(0, 8)}…` : row.name,
    name: row.detail ? `${row.name}, ${row.detail}` : row.name,
    value: textOf(row.values[name]),
    ...(compare ? { beside: textOf(row.before?.[name]) } : {}),
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

const textOf = (value: CellValue | undefined) =>
  value === null || value === undefined ? null : String(value)
