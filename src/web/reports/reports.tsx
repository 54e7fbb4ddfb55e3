import { Anchor, Card, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { reportCalls } from '#domain/reports/report-calls.ts'
import { reportNamed } from '#domain/reports/report-list.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { send } from '#web/kit/session/send.ts'
import { GstScreen } from './gst/gst-screen.tsx'
import classes from './report.module.css'
import { ReportScreen } from './report-screen.tsx'
import { ScheduleList } from './schedule/schedule-list.tsx'

/** Every report one may read; the address opens one of them. */
export function Screen() {
  const [name] = useQueryState('name', parseAsString)
  const definition = name ? reportNamed(name) : undefined
  if (!definition) return <ReportList />
  if (definition.name === 'gst') return <GstScreen />
  return <ReportScreen key={definition.name} definition={definition} />
}

function ReportList() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['reports'],
    queryFn: async ({ signal }) => (await send(reportCalls.list, {}, { signal })).data ?? [],
  })
  return (
    <Page title="Reports" summary="What the books, the contracts and the days come to.">
      {isPending && <Skeleton height={320} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <NothingHere
          title="No report is yours to read."
          description="Reports about money are for accounting."
        />
      )}
      <ul className={classes.list}>
        {data?.map((report) => (
          <li key={report.name}>
            <Card withBorder className={classes.entry ?? ''}>
              <Anchor component={Link} to={`/app/reports?name=${report.name}`} fw={600}>
                {report.title}
              </Anchor>
              <Text size="sm" c="dimmed">
                {report.about}
              </Text>
            </Card>
          </li>
        ))}
      </ul>
      <ScheduleList />
    </Page>
  )
}
