import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { ReportDefinition, ReportHeadline, ReportRow } from '#domain/reports/report.ts'
import { type ReportFacts, reportCalls } from '#domain/reports/report-calls.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { csvName, download } from '#web/kit/session/download.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './report.module.css'
import { askedOf, type ReportState } from './report-state.ts'
import { Agrees, comparedIn, ReportTable } from './report-table.tsx'

const ReportChart = lazy(() =>
  import('./report-chart.tsx').then((module) => ({ default: module.ReportChart })),
)

interface Props {
  definition: ReportDefinition
  state: ReportState
  rows: readonly ReportRow[]
  /** All rows, while they are printed. */
  printed: readonly ReportRow[] | null
  info: ReportFacts
}

/** What a report found: drawn, as a table, held against the books, and what stands below it. */
export function FoundReport({ definition, state, rows, printed, info }: Props) {
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
          <Paper p={0} className={classes.found ?? ''}>
            <ReportTable
              label={definition.title}
              heading={definition.groups[info.group]?.label ?? ''}
              columns={told}
              rows={printed ?? rows}
              totals={info.totals}
              compared={comparedIn(definition, info)}
            />
          </Paper>
          <LeftOut shown={(printed ?? rows).length} total={info.total} />
        </>
      )}
      {info.agrees && <Agrees agrees={info.agrees} />}
      {info.tables
        .filter((table) => table.rows.length > 0)
        .map((table) => (
          <Paper key={table.title} p="md" component="section" aria-label={table.title}>
            <Group justify="space-between">
              <Title order={2} size="h4">
                {table.title}
              </Title>
              <TableFile definition={definition} state={state} title={table.title} />
            </Group>
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

function TableFile(props: { definition: ReportDefinition; state: ReportState; title: string }) {
  const { definition, state, title } = props
  const { role } = useSession()
  if (!atLeast(role, definition.csvRole)) return null
  const asked = { ...askedOf(definition.name, state), table: title }
  const name = `${definition.name}-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`Download CSV: ${title}`}
      onClick={() => void download(reportCalls.csv, asked, csvName(name, new Date()))}
    >
      CSV
    </Button>
  )
}

/** Paper that does not have every row says so. */
function LeftOut({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return (
    <Text size="sm" className={classes.onPaper ?? ''}>
      {shown} of {total} rows. The button Print prints as many as there are, up to 10,000; the file
      has all of them.
    </Text>
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
