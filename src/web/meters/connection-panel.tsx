import { Anchor, Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { meter as entity } from '#domain/meters/meter.ts'
import { meterCalls } from '#domain/meters/meter-calls.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Facts } from '#web/kit/frame/facts.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import type { Meter } from './meter-queries.ts'

/** The meters that were, are and will be on one connection, the oldest first. */
async function metersOn(meter: Meter): Promise<Meter[]> {
  const where = meter.icp_number
    ? { icp_number: meter.icp_number }
    : { consumer_number: meter.consumer_number }
  const params = { ...where, limit: 200, order: 'date_installed,id' }
  const rows = (await send(meterCalls.list, params)).data ?? []
  return rows.filter((row) => row.icp_type === meter.icp_type)
}

/** Where the meter stands, and which meters stood there before and after it. */
export function ConnectionPanel(props: { meter: EditRow & Meter; titles: Titles }) {
  const { meter, titles } = props
  const connection = meter.icp_number ?? meter.consumer_number
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['meters', 'on connection', connection, meter.icp_type],
    queryFn: () => metersOn(meter),
    enabled: Boolean(connection),
  })
  return (
    <>
      {!connection && (
        <NothingHere
          title="Nothing here yet."
          description="With an ICP or a consumer number, the meters of the connection stand here."
        />
      )}
      {connection && isPending && <Skeleton height={120} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && <MetersOn here={meter.id} rows={data} connection={String(connection)} />}
      <Facts
        entity={entity}
        row={meter}
        titles={titles}
        heading="Meter and connection"
        names={Object.values(entity.form).flat()}
      />
    </>
  )
}

function MetersOn(props: { here: number; rows: Meter[]; connection: string }) {
  const { here, rows, connection } = props
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Meters on {connection}
      </Title>
      <PlainTable
        label="Meters on the connection"
        look="quiet"
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          { heading: 'Meter', cell: (row) => <MeterNumber row={row} isHere={row.id === here} /> },
          { heading: 'Installed', cell: (row) => formatDay(row.date_installed) || 'Not known' },
          { heading: 'Removed', cell: (row) => formatDay(row.date_removed) || 'In use' },
          { heading: 'Last reading', cell: (row) => formatDay(row.last_reading_date) || '–' },
          {
            heading: 'In place of',
            cell: ({ replaces_meter_id }) =>
              rows.find((other) => other.id === replaces_meter_id)?.meter_number ?? '–',
          },
        ]}
      />
    </Paper>
  )
}

function MeterNumber({ row, isHere }: { row: Meter; isHere: boolean }) {
  if (isHere) return <strong>{row.meter_number} (this one)</strong>
  return (
    <Anchor component={Link} to={`/app/meter?id=${row.id}&tab=connection`} size="sm">
      {row.meter_number}
    </Anchor>
  )
}
