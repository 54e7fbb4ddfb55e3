import { Anchor, Divider, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { daysIn } from '#domain/kit/day-number.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { plural } from '#domain/kit/wording.ts'
import { meter } from '#domain/meters/meter.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { PlaceLink } from '#web/kit/frame/place-link.tsx'
import { today } from '#web/kit/frame/today.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './meter-details.module.css'
import type { Meter } from './meter-queries.ts'
import { amount } from './reading-words.ts'

const factors = [
  'multiplier_value',
  'meter_factor',
  'loss_factor',
  'conversion_factor',
  'calorific_value',
] as const
const facts = ['power_network', 'power_hotline', 'meter_type', 'customer_id'] as const

/** What is asked about a meter on the phone, always in sight. */
export function MeterSummary({ row, titles }: { row: Meter; titles: Titles }) {
  const options = useOptions()
  return (
    <Paper>
      <Text size="xs" c="dimmed">
        Next reading
      </Text>
      <Text fw={650}>
        <NextReading row={row} />
      </Text>
      <dl className={classes.pairs}>
        <Pair label="Last reading">{formatDayShort(row.last_reading_date) || 'None yet'}</Pair>
        <Pair label="Read every">{intervalOf(row, options)}</Pair>
        <Pair label="Capacity">{capacityOf(row, options)}</Pair>
      </dl>
      <Divider my="sm" />
      <dl className={classes.pairs}>
        {facts
          .filter((name) => row[name])
          .map((name) => (
            <Pair key={name} label={labelOf(meter, name)}>
              {cellOf(meter, name, row[name], { titles, options })}
            </Pair>
          ))}
        {factors
          .filter((name) => row[name])
          .map((name) => (
            <Pair key={name} label={labelOf(meter, name)}>
              {amount(row[name], 8)}
            </Pair>
          ))}
      </dl>
      <PlaceLink of="meters" row={row} />
      <Divider my="sm" />
      <ContractsInForce connection={row.icp_number ?? row.consumer_number} />
    </Paper>
  )
}

function Pair({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function NextReading({ row }: { row: Meter }) {
  if (row.date_removed) return `None, removed on ${formatDayShort(row.date_removed)}`
  if (!row.next_reading_date) return 'No day set'
  const late = daysIn(row.next_reading_date, today()) - 1
  return (
    <>
      {formatDayShort(row.next_reading_date)}{' '}
      {late > 0 && <span className={classes.late}>{plural(late, 'day')} overdue</span>}
    </>
  )
}

function intervalOf(row: Meter, options: ReturnType<typeof useOptions>): string {
  if (!row.reading_interval) return 'Not set'
  const unit = options.labelOf('interval_unit', row.reading_interval_unit ?? 'months').toLowerCase()
  return row.reading_interval === 1 ? unit.replace(/s$/, '') : `${row.reading_interval} ${unit}`
}

function capacityOf(row: Meter, options: ReturnType<typeof useOptions>): string {
  if (!row.meter_capacity_amount) return 'Not set'
  const unit = options.labelOf('capacity_unit', row.meter_capacity_unit ?? '')
  const charged = row.meter_capacity_charged ? ', charged' : ''
  return `${amount(row.meter_capacity_amount)} ${unit}${charged}`
}

/** What was agreed for the connection, on this day. */
function ContractsInForce({ connection }: { connection: string | null | undefined }) {
  const { data } = useQuery({
    queryKey: ['contracts', 'of connection', connection],
    queryFn: async () => {
      const params = { connections: connection, order: '-date_start', limit: 20 }
      return (await send(contractCalls.list, params)).data ?? []
    },
    enabled: Boolean(connection),
  })
  const day = today()
  const inForce = (data ?? []).filter(
    (one) =>
      (one.date_start ?? '9999') <= day &&
      (one.is_open_plan || !one.date_end || one.date_end >= day) &&
      !['draft', 'offered', 'cancelled'].includes(String(one.contract_status)),
  )
  return (
    <>
      <Text size="xs" c="dimmed">
        Contract in force
      </Text>
      {inForce.length === 0 && (
        <Text size="sm">{connection ? 'None' : 'None: the meter has no ICP'}</Text>
      )}
      {inForce.map((one) => (
        <Text key={one.id} size="sm">
          <Anchor component={Link} to={`/app/contract?id=${one.id}`} size="sm" underline="always">
            {one.contract_number ?? `Contract ${one.id}`}
          </Anchor>{' '}
          {one.date_end ? `to ${formatDayShort(one.date_end)}` : 'open'}
        </Text>
      ))}
    </>
  )
}
