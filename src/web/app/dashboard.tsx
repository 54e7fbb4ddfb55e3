import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { atLeast, type Role } from '#domain/access/role.ts'
import { cardsFor } from '#domain/reports/figures/card-counts.ts'
import { type FigureSet, figureSets, roleOfSet } from '#domain/reports/figures/figure.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { formatTime } from '#web/kit/session/clock.ts'
import { useSession } from '#web/kit/session/session.ts'
import { CardGrid } from '#web/reports/dashboard/card-grid.tsx'
import { dashboardQuery } from '#web/reports/dashboard/dashboard-query.ts'
import { NoticeList } from '#web/reports/dashboard/notice-list.tsx'
import { OrganisationCounts } from '#web/reports/dashboard/organisation-counts.tsx'

// Drawing is a chunk of its own: numbers are there before it.
const Charts = lazy(async () => {
  const { DashboardCharts } = await import('#web/reports/dashboard/dashboard-charts.tsx')
  return { default: DashboardCharts }
})

const labels: Record<FigureSet, string> = {
  work: 'Work',
  money: 'Money',
  business: 'Business',
  system: 'System',
}

/** The state of the book in numbers, a tab for each kind of work. */
export function Screen() {
  const { role } = useSession()
  return (
    <Page title="Dashboard" summary="Each number opens the rows it counts">
      <AddressTabs labels={tabsOf(role)} first="work">
        {(set) => <Figures key={set} set={set} />}
      </AddressTabs>
    </Page>
  )
}

function tabsOf(role: Role): Record<FigureSet, string> {
  const seen = figureSets.filter((set) => atLeast(role, roleOfSet[set]))
  // Whoever may see fewer has fewer tabs; the address falls back to the first.
  return Object.fromEntries(seen.map((set) => [set, labels[set]])) as Record<FigureSet, string>
}

function Figures({ set }: { set: FigureSet }) {
  const { data, error, refetch } = useQuery(dashboardQuery(set, true))
  const { role } = useSession()
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data && data.organisations.length > 0) return <OrganisationCounts rows={data.organisations} />
  return (
    <>
      <NoticeList notices={data?.notices} />
      <CardGrid set={set} cards={data?.cards} expected={cardsFor(set, role)} />
      {data && data.charts.length > 0 && (
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>
          <Charts charts={data.charts} />
        </Suspense>
      )}
      {data && <AsAt moment={data.as_at} />}
    </>
  )
}

function AsAt({ moment }: { moment: string }) {
  return (
    <p style={{ margin: 0, fontSize: 11.5, color: 'var(--mantine-color-dimmed)' }}>
      As at {formatTime(moment)}
    </p>
  )
}
