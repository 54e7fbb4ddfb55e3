import { Alert, Anchor, Button, Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { GstReturn } from '#domain/reports/gstreturn.ts'
import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { reports } from '#domain/reports/report-list.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { today } from '#web/kit/frame/today.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { askReport } from '#web/reports/ask-report.ts'
import { useReportState } from '#web/reports/report-state.ts'
import { SendRegularly } from '#web/reports/schedule/send-regularly.tsx'

/** The returns there are, the newest first, and the next one to prepare. */
export function GstReturns() {
  const { state } = useReportState()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['gstreturns'],
    queryFn: async ({ signal }) =>
      (await send(gstreturnCalls.list, { limit: 100 }, { signal })).data ?? [],
  })
  return (
    <Page
      title="GST return"
      summary="Prepared from the books, filed with Inland Revenue, and locked."
      crumbs={<Crumbs path={[['Reports', '/app/reports']]} here="GST return" />}
      actions={
        <>
          <SendRegularly definition={reports.gst} state={state} />
          <Button component={Link} to="/app/reports?name=gst&period=gst" variant="default">
            Look at any days
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {isPending && <Skeleton height={320} radius="lg" />}
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data && <NextReturn returns={data} />}
        {data?.length === 0 && (
          <NothingHere
            title="No return yet."
            description="Prepare the first one: from then on periods follow each other."
          />
        )}
        {data && data.length > 0 && <ReturnTable returns={data} />}
      </Stack>
    </Page>
  )
}

/** The period after the last one that has a return; without one, the last that ended. */
function NextReturn({ returns }: { returns: readonly GstReturn[] }) {
  const navigate = useNavigate()
  const last = returns[0]?.period_end
  const day = last ? addDays(last, 1) : today()
  const { data } = useQuery({
    queryKey: ['reports', 'next gst period', last, day],
    queryFn: async ({ signal }) => {
      const asked = { name: 'gst', period: 'gst', day, compare: 'before' } as const
      const { info } = await askReport(asked, { signal })
      return last ? { from: info.from, to: info.to } : info.compared
    },
  })
  const submit = useSubmit(async () => {
    const made = await send(gstreturnCalls.create, { period_end: data?.to ?? '' })
    await queryClient.invalidateQueries({ queryKey: ['gstreturns'] })
    navigate(`/app/reports?name=gst&id=${made.data?.id}`)
  })
  if (!data || data.from > today()) return null
  return (
    <Paper p="md">
      {submit.problem && (
        <Alert color="red" role="alert" mb="sm">
          {submit.problem} {submit.details.join(' ')}
        </Alert>
      )}
      <Button loading={submit.isBusy} onClick={() => submit.onSubmit()}>
        Prepare {formatDayShort(data.from)} – {formatDayShort(data.to)}
      </Button>
    </Paper>
  )
}

function ReturnTable({ returns }: { returns: readonly GstReturn[] }) {
  return (
    <Paper p={0}>
      <PlainTable
        label="GST returns"
        spacing="md"
        rows={returns}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Period',
            isRowHeading: true,
            cell: ({ id, period_start, period_end }) => (
              <Anchor component={Link} to={`/app/reports?name=gst&id=${id}`} size="sm">
                {formatDayShort(period_start)} – {formatDayShort(period_end)}
              </Anchor>
            ),
          },
          {
            heading: 'Status',
            cell: ({ return_status }) => <StatusChip value={return_status} label={return_status} />,
          },
          { heading: 'Due', cell: ({ due_date }) => formatDayShort(due_date) },
          { heading: 'Collected', isNumber: true, cell: ({ box_10 }) => formatMoney(box_10) },
          { heading: 'Credit', isNumber: true, cell: ({ box_14 }) => formatMoney(box_14) },
          {
            heading: 'To pay, or refund',
            isNumber: true,
            isStrong: true,
            cell: ({ box_15 }) => formatMoney(box_15),
          },
          { heading: 'Filed', cell: ({ filed_date }) => formatDayShort(filed_date) || '–' },
          { heading: 'Reference', cell: ({ reference }) => reference ?? '–' },
        ]}
      />
    </Paper>
  )
}
