import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ReportDefinition, ReportHeadline, ReportRow } from '#domain/reports/report.ts'
import type { ReportFacts } from '#domain/reports/report-calls.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import classes from './report.module.css'
import { Agrees, comparedIn, ReportTable } from './report-table.tsx'

const ReportChart = lazy(() =>
  import('./report-chart.tsx').then((module) => ({ default: module.ReportChart })),
)

interface Props {
  definition: ReportDefinition
  rows: readonly ReportRow[]
  info: ReportFacts
}

/** What a report found: drawn, as a table, held against the books, and what stands below it. */
export function FoundReport({ definition, rows, info }: Props) {
  const told = definition.columns.filter(({ name }) =>
    info.columns.some((column) => column.name === name),
  )
  return (
    <>
      {info.headline && <Headline {...info.headline} />}
      {rows.length === 0 ? (
        <NothingHere title="Nothing to report." description={definition.about} />
      ) : (
        <>
          <Suspense fallback={<Skeleton height={280} radius="lg" />}>
            <ReportChart definition={definition} facts={info} rows={rows} />
          </Suspense>
          <Paper p={0}>
            <ReportTable
              label={definition.title}
              heading={definition.groups[info.group]?.label ?? ''}
              columns={told}
              rows={rows}
              totals={info.totals}
              compared={comparedIn(definition, info)}
            />
          </Paper>
        </>
      )}
      {info.agrees && <Agrees agrees={info.agrees} />}
      {info.tables
        .filter((table) => table.rows.length > 0)
        .map((table) => (
          <Paper key={table.title} p="md" component="section" aria-label={table.title}>
            <Title order={2} size="h4">
              {table.title}
            </Title>
            <Text size="sm" c="dimmed" mb="xs">
              {table.about}
            </Text>
            <ReportTable
              label={table.title}
              heading={table.heading ?? 'Document'}
              columns={table.columns}
              rows={table.rows}
            />
          </Paper>
        ))}
    </>
  )
}

/** What the whole report comes to, before its parts. */
function Headline({ label, value, about }: ReportHeadline) {
  return (
    <Paper p="md" component="section" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className={classes.headline ?? ''}>{value}</Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Paper>
  )
}
