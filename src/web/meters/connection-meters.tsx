import { Anchor, Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { meterCalls } from '#domain/meters/meter-calls.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import type { Meter } from './meter-queries.ts'

// A connection is an ICP where it has one, else a consumer number; each has its own column.
const isIcp = (connection: string) => /^\d{10}[A-Z]{2}[0-9A-F]{3}$/.test(connection)

async function metersOf(connections: readonly string[]): Promise<Meter[]> {
  const [icps, others] = [connections.filter(isIcp), connections.filter((one) => !isIcp(one))]
  const asked = [
    { 'icp_number.in': icps.join(',') },
    { 'consumer_number.in': others.join(',') },
  ].filter((params) => Object.values(params).some(Boolean))
  const answers = await Promise.all(
    asked.map((params) => send(meterCalls.list, { ...params, limit: 200 })),
  )
  return answers.flatMap((answer) => answer.data ?? [])
}

/** The meters of a contract's connections. */
export function ConnectionMeters({ connections }: { connections: readonly string[] }) {
  const options = useOptions()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['meters', 'of connections', connections],
    queryFn: () => metersOf(connections),
    enabled: connections.length > 0,
  })
  if (connections.length === 0) {
    return (
      <NothingHere
        title="Nothing here yet."
        description="Name the contract’s connections, and their meters stand here."
      />
    )
  }
  if (isPending) return <Skeleton height={120} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return (
      <NothingHere
        title="Nothing here yet."
        description={`No meter is entered for ${connections.join(', ')}.`}
      />
    )
  }
  return (
    <Paper p={0}>
      <PlainTable
        label="Meters"
        rows={data}
        keyOf={(row) => row.id}
        columns={[
          { heading: 'Meter', cell: (row) => <MeterLink row={row} /> },
          { heading: 'Connection', cell: (row) => row.icp_number ?? row.consumer_number },
          {
            heading: 'Service',
            cell: ({ icp_type }) => (icp_type ? options.labelOf('icp_type', icp_type) : '—'),
          },
          { heading: 'Next reading', cell: (row) => formatDay(row.next_reading_date) || '—' },
        ]}
      />
    </Paper>
  )
}

function MeterLink({ row }: { row: Meter }) {
  return (
    <Anchor component={Link} to={`/app/meter?id=${row.id}`} size="sm">
      {row.meter_number ?? `Meter ${row.id}`}
    </Anchor>
  )
}
