import { Button, Group, Pagination, Skeleton, Stack } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { type ReportFacts, reportCalls } from '#domain/reports/report-calls.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { csvName, download } from '#web/kit/session/download.ts'
import { useSession } from '#web/kit/session/session.ts'
import { FoundReport } from './found-report.tsx'
import { MadeAt, OnItsWay } from './long-report.tsx'
import { usePrinting } from './print-report.ts'
import classes from './report.module.css'
import { ReportParameters } from './report-parameters.tsx'
import { askedOf, PAGE_ROWS, type ReportState, useReportState } from './report-state.ts'
import { SendRegularly } from './schedule/send-regularly.tsx'
import { useReport } from './use-report.ts'

/** One report: what it is asked stands in the address, and each row opens what it adds up. */
export function ReportScreen({ definition }: { definition: ReportDefinition }) {
  const { state, change } = useReportState()
  const { data, error, isPending, isOnItsWay, refetch, makeAnew } = useReport(definition, state)
  const printing = usePrinting(definition, state)
  return (
    <Page
      title={definition.title}
      summary={data ? summaryOf(definition, data.info) : definition.about}
      crumbs={<Crumbs path={[['Reports', '/app/reports']]} here={definition.title} />}
      actions={<ReportActions {...{ definition, state, printing }} />}
    >
      <Stack gap="md">
        <ReportParameters {...{ definition, state, change }} facts={data?.info} />
        {isOnItsWay && <OnItsWay />}
        {data?.info.made_at && <MadeAt moment={data.info.made_at} onAnew={makeAnew} />}
        {isPending && <Skeleton height={320} radius="lg" />}
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data && <FoundReport {...{ definition, state }} {...data} printed={printing.rows} />}
        {data && data.info.total > PAGE_ROWS && (
          <Group justify="center" className={classes.pages ?? ''}>
            <Pagination
              total={Math.ceil(data.info.total / PAGE_ROWS)}
              value={state.page}
              onChange={(page) => change({ page })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          </Group>
        )}
      </Stack>
    </Page>
  )
}

interface ReportActionsProps {
  definition: ReportDefinition
  state: ReportState
  printing: ReturnType<typeof usePrinting>
}

function ReportActions({ definition, state, printing }: ReportActionsProps) {
  const { role } = useSession()
  const file = () =>
    download(reportCalls.csv, askedOf(definition.name, state), csvName(definition.name, new Date()))
  return (
    <>
      {definition.name === 'activity' && (
        <Button component={Link} to="/app/activities" variant="default">
          Activities
        </Button>
      )}
      <SendRegularly definition={definition} state={state} />
      <Button
        variant="default"
        leftSection={<IconPrinter size={15} aria-hidden />}
        loading={printing.isGathering}
        onClick={printing.print}
      >
        Print
      </Button>
      {atLeast(role, definition.csvRole) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void file()}
        >
          Download CSV
        </Button>
      )}
    </>
  )
}

function summaryOf({ spans, isOfNow }: ReportDefinition, facts: ReportFacts): string {
  const only = facts.of_name ? ` · ${facts.of_name}` : ''
  const [from, to] = [formatDayShort(facts.from), formatDayShort(facts.to)]
  const stamp = formatStamp(facts.known_at)
  if (isOfNow)
    return `${spans === 'day' ? 'As it stood' : `${from} – ${to}, as it stood`} on ${stamp}${only}`
  const as_at = formatDayShort(facts.as_at)
  const days = spans === 'day' ? `On ${as_at}` : `${from} – ${to}, as at ${as_at}`
  return `${days} · as known on ${stamp}${only}`
}
