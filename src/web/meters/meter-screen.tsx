import { Skeleton } from '@mantine/core'
import { meter } from '#domain/meters/meter.ts'
import { Trouble } from '#web/kit/nothing-here.tsx'
import { Page } from '#web/kit/page.tsx'
import { useRow, useRowId } from '#web/kit/use-row.ts'
import { MeterDetails } from './meter-details.tsx'

/** One meter. */
export function Screen() {
  const id = useRowId()
  const query = useRow(meter, id)
  if (query.isPending && id !== null) {
    return (
      <Page title="Meter" summary=" ">
        <Skeleton height={360} radius="lg" />
      </Page>
    )
  }
  if (!query.data) {
    return (
      <Page title="Meter">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <MeterDetails key={id} answer={query.data} />
}
