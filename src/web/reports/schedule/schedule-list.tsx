import { Anchor, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { reportNamed } from '#domain/reports/report-list.ts'
import type { ReportSchedule } from '#domain/reports/schedule/reportschedule.ts'
import { reportscheduleCalls } from '#domain/reports/schedule/reportschedule-calls.ts'
import { relativePeriodWords, rhythmWords } from '#domain/reports/schedule/schedule-days.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import classes from '#web/reports/report.module.css'

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
)

/** One’s own regular reports, below the reports; nothing where there are none. */
export function ScheduleList() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['reportschedules'],
    queryFn: async ({ signal }) =>
      (await send(reportscheduleCalls.list, { limit: 100 }, { signal })).data ?? [],
    staleTime: 0,
  })
  const [edited, setEdited] = useState<ReportSchedule | null>(null)
  const definition = edited && reportNamed(edited.report_name)
  if (isPending) return <Skeleton height={120} radius="lg" mt="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  return (
    <Paper p="md" mt="lg" component="section" aria-label="Sent regularly">
      <Title order={2} size="h4">
        Sent regularly
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {data.length > 0
          ? 'What you have mailed to you and your colleagues at 7:00.'
          : 'Nothing yet. Open a report and choose Send regularly.'}
      </Text>
      {data.length > 0 && (
        <PlainTable
          label="Sent regularly"
          spacing="md"
          rows={data}
          keyOf={({ id }) => id}
          columns={columnsFor(setEdited)}
        />
      )}
      {edited && definition && (
        <Suspense fallback={null}>
          <ScheduleDialog
            definition={definition}
            schedule={edited}
            shown={edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Paper>
  )
}

function columnsFor(onEdit: (row: ReportSchedule) => void): Column<ReportSchedule>[] {
  return [
    {
      heading: 'Name',
      isRowHeading: true,
      className: classes.name,
      cell: (row) => <ScheduleName row={row} />,
    },
    { heading: 'When', className: classes.name, cell: (row) => <When row={row} /> },
    {
      heading: 'To',
      width: 100,
      cell: ({ recipient_ids }) => plural(recipient_ids?.length ?? 0, 'person', 'people'),
    },
    {
      heading: 'Next',
      width: 120,
      cell: ({ schedule_status, next_date }) =>
        schedule_status === 'paused' ? (
          <StatusChip value="paused" label="Paused" />
        ) : (
          formatDayShort(next_date)
        ),
    },
    { heading: 'Last', className: classes.name, cell: (row) => <LastTime row={row} /> },
    { heading: 'Actions', cell: (row) => <Actions row={row} onEdit={onEdit} /> },
  ]
}

function ScheduleName({ row: { name, report_name } }: { row: ReportSchedule }) {
  return (
    <>
      {name}
      <Text size="xs">
        <Anchor component={Link} to={`/app/reports?name=${report_name}`} size="xs">
          {reportNamed(report_name)?.title ?? report_name}
        </Anchor>
      </Text>
    </>
  )
}

function When({ row }: { row: ReportSchedule }) {
  return (
    <>
      <Text size="sm">{rhythmWords(row)}</Text>
      {row.relative_period && (
        <Text size="xs" c="dimmed">
          {relativePeriodWords[row.relative_period]}
        </Text>
      )}
    </>
  )
}

function LastTime({ row: { last_date, last_outcome } }: { row: ReportSchedule }) {
  if (!last_date) return '–'
  return (
    <>
      <Text size="sm">{formatDayShort(last_date)}</Text>
      <Text size="xs" c="dimmed">
        {last_outcome}
      </Text>
    </>
  )
}

async function attempt(run: () => Promise<{ message: string }>): Promise<void> {
  try {
    toast((await run()).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['reportschedules'] })
  }
}

function Actions({ row, onEdit }: { row: ReportSchedule; onEdit: (row: ReportSchedule) => void }) {
  const { id, version, name, schedule_status } = row
  const isPaused = schedule_status === 'paused'
  const { pause, resume, remove } = reportscheduleCalls
  const actions: [label: string, run: () => void][] = [
    ['Edit', () => onEdit(row)],
    [
      isPaused ? 'Resume' : 'Pause',
      () => void attempt(() => send(isPaused ? resume : pause, { id, version })),
    ],
    [
      'Delete',
      () =>
        void askToDelete(name, 'It is not sent any more.').then((isSure) =>
          isSure ? attempt(() => send(remove, { id, version })) : undefined,
        ),
    ],
  ]
  return (
    <Group gap={4} wrap="nowrap">
      {actions.map(([label, run]) => (
        <Button key={label} variant="subtle" aria-label={`${label}: ${name}`} onClick={run}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
