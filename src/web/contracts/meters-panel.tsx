import { Anchor, Paper, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { pathOfRow } from '#web/kit/frame/entity-paths.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { api } from '#web/kit/session/api.ts'

/** What this panel reads of a meter; the meters themselves come after contracts. */
interface MeterRow {
  id: number
  meter_number: string | null
  icp_number: string | null
  consumer_number?: string | null
  icp_type?: string | null
  next_reading_date?: string | null
}

// A connection is an ICP where it has one, else a consumer number; each has its own column.
const isIcp = (connection: string) => /^\d{10}[A-Z]{2}[0-9A-F]{3}$/.test(connection)

async function metersOf(connections: readonly string[]): Promise<MeterRow[]> {
  const [icps, others] = [connections.filter(isIcp), connections.filter((one) => !isIcp(one))]
  const asked = [
    { 'icp_number.in': icps.join(',') },
    { 'consumer_number.in': others.join(',') },
  ].filter((params) => Object.values(params).some(Boolean))
  const answers = await Promise.all(
    asked.map((params) => api.get<MeterRow[]>('/meters', { ...params, limit: 200 })),
  )
  return answers.flatMap((answer) => answer.data ?? [])
}

/** The meters of the contract's connections. */
export function MetersPanel({ connections }: { connections: readonly string[] }) {
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
      <WideTable label="Meters">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Meter</Table.Th>
            <Table.Th>Connection</Table.Th>
            <Table.Th>Service</Table.Th>
            <Table.Th>Next reading</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Anchor component={Link} to={pathOfRow('meter', row.id) ?? '/app/meters'} size="sm">
                  {row.meter_number ?? `Meter ${row.id}`}
                </Anchor>
              </Table.Td>
              <Table.Td>{row.icp_number ?? row.consumer_number}</Table.Td>
              <Table.Td>{row.icp_type ? options.labelOf('icp_type', row.icp_type) : '—'}</Table.Td>
              <Table.Td>{formatDay(row.next_reading_date) || '—'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Paper>
  )
}
