import { Anchor, Grid, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { businessDayOf, businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import { weekdayName } from '#domain/kit/words.ts'
import { cardsFor } from '#domain/reports/figures/card-counts.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { recentRecords } from '#web/kit/frame/recent-records.ts'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { CardGrid } from '#web/reports/dashboard/card-grid.tsx'
import { dashboardQuery } from '#web/reports/dashboard/dashboard-query.ts'
import { NoticeList } from '#web/reports/dashboard/notice-list.tsx'

// A platform admin's; everybody else need not load its table.
const OrganisationCounts = lazy(async () => {
  const { OrganisationCounts } = await patientLoad(
    () => import('#web/reports/dashboard/organisation-counts.tsx'),
  )
  return { default: OrganisationCounts }
})

/** What to look at first today. */
export function Screen() {
  const { user } = useSession()
  const day = businessToday(Temporal.Now.instant())
  const weekday = weekdayName(Temporal.PlainDate.from(day).dayOfWeek)
  const today = `${weekday} ${formatDayShort(day)}`
  return (
    <Page
      title={`Kia ora, ${user?.firstname || user?.username}`}
      tabTitle="Home"
      summary={[today, user?.organisation_name].filter(Boolean).join(' · ')}
    >
      <Work />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Newest />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Recent />
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** What waits for me, then what waits for all of us. */
function Work() {
  const { data, error, refetch } = useQuery(dashboardQuery('work'))
  const { role } = useSession()
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data && data.organisations.length > 0)
    return (
      <Suspense>
        <OrganisationCounts rows={data.organisations} />
      </Suspense>
    )
  return (
    <>
      <NoticeList notices={data?.notices} />
      <CardGrid set="home" cards={data?.cards} expected={cardsFor('work', role)} />
    </>
  )
}

function Newest() {
  const { data } = useQuery({
    queryKey: ['customers', 'newest'],
    queryFn: async () => {
      const params = { order: '-created_at', limit: 6, fields: 'id,name,city,created_at' }
      return (await send(listCall({ plural: 'customers' }), params)).data ?? []
    },
  })
  return (
    <Paper mih={220}>
      <Title order={2} mb="xs">
        Newest customers
      </Title>
      {data?.length === 0 && (
        <NothingHere title="Nothing here yet.">
          <Anchor component={Link} to="/app/customer/new" size="sm">
            New Customer
          </Anchor>
        </NothingHere>
      )}
      <Stack gap={6}>
        {data?.map((row) => (
          <Text key={row.id} size="sm">
            <Anchor component={Link} to={`/app/customer/details?id=${row.id}`} fw={600} size="sm">
              {String(row.name)}
            </Anchor>{' '}
            <Text span c="dimmed" size="xs">
              {[row.city, formatDayShort(businessDayOf(String(row.created_at)))]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}

function Recent() {
  const records = recentRecords()
  return (
    <Paper mih={220}>
      <Title order={2} mb="xs">
        Where you left off
      </Title>
      {records.length === 0 && (
        <Text size="sm" c="dimmed">
          Records you open appear here.
        </Text>
      )}
      <Stack gap={6}>
        {records.map((record) => (
          <Text key={record.path} size="sm">
            <Anchor component={Link} to={record.path} fw={600} size="sm">
              {record.title}
            </Anchor>{' '}
            <Text span c="dimmed" size="xs">
              {record.kind}
            </Text>
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}
