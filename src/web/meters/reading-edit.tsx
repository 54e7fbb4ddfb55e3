import { Skeleton } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { meterreading } from '#domain/meters/meterreading.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useRow, useRowId } from '#web/kit/session/use-row.ts'
import { ReadingForm } from './reading-form.tsx'

/** The form of a reading; without an id in the address it enters a new one. */
export function Screen() {
  const id = useRowId()
  const [params] = useSearchParams()
  const query = useRow(meterreading, id)
  const meter_id = Number(params.get('meter_id')) || null
  if (id === null) return <ReadingForm key={`new ${meter_id}`} row={null} meter_id={meter_id} />
  if (query.data) {
    const row = query.data.data
    return (
      <ReadingForm
        key={id}
        row={row}
        meter_id={Number(row.meter_id)}
        refetch={() => void query.refetch()}
      />
    )
  }
  return (
    <Page title="Meter reading" summary=" ">
      {query.isPending ? (
        <Skeleton height={320} radius="lg" />
      ) : (
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  )
}
