import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import { meterCalls, meterreadingCalls } from '#domain/meters/meter-calls.ts'
import { send } from '#web/kit/session/send.ts'
import type { MeterReading } from '#web/meters/meter-queries.ts'
import classes from './explain-panel.module.css'

interface Props {
  connection: string
  from: string
  to: string
}

/** The readings a line's quantity was counted between: those inside its days and one on each side. */
export function LineReadings({ connection, from, to }: Props) {
  const { data, isPending } = useQuery({
    queryKey: ['meterreadings', 'of connection', connection, from, to],
    queryFn: () => readingsOf(connection, from, to),
  })
  if (isPending) return <Skeleton height={48} mt={4} />
  if (!data || data.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        No readings in these days.
      </Text>
    )
  }
  return (
    <table className={classes.readings} aria-label={`Readings of ${connection}`}>
      <thead>
        <tr>
          <th scope="col">Read on</th>
          <th scope="col">Reading</th>
          <th scope="col">Kind</th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.id}>
            <td>
              <Anchor component={Link} to={`/app/meterreading/edit?id=${row.id}`} size="xs">
                {formatDayShort(row.reading_date)}
              </Anchor>
            </td>
            <td>{String(row.reading_latest ?? '—')}</td>
            <td>{humanise(String(row.reading_latest_type ?? ''))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function readingsOf(icp_number: string, from: string, to: string): Promise<MeterReading[]> {
  const meters = (await send(meterCalls.list, { icp_number, limit: 20 })).data ?? []
  if (meters.length === 0) return []
  const of = { 'meter_id.in': meters.map((meter) => meter.id).join(',') }
  const days = Temporal.PlainDate.from(from)
  const around = {
    'reading_date.gte': days.subtract({ days: 45 }).toString(),
    'reading_date.lte': Temporal.PlainDate.from(to).add({ days: 45 }).toString(),
  }
  const params = { ...of, ...around, order: 'reading_date', limit: 60 }
  const rows = (await send(meterreadingCalls.list, params)).data ?? []
  const dayOf = (row: MeterReading) => row.reading_date ?? ''
  const first = rows.filter((row) => dayOf(row) < from).at(-1)
  const last = rows.find((row) => dayOf(row) > to)
  return rows.filter(
    (row) =>
      (dayOf(row) >= dayOf(first ?? row) && dayOf(row) <= to) || dayOf(row) === dayOf(last ?? row),
  )
}
