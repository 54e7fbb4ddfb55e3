import { Button, Group, NativeSelect, Paper, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import { meterCalls, meterreadingCalls } from '#domain/meters/meter-calls.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { today } from '#web/kit/frame/today.ts'
import { TableHead } from '#web/kit/list/table-head.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './meter-details.module.css'
import {
  forgetReadings,
  type Meter,
  type MeterReading,
  type MeterRegister,
  registersQuery,
} from './meter-queries.ts'
import { RoundRow } from './round-row.tsx'

interface Props {
  days: number
  span: ReactNode
  onClose: () => void
}

const headings = [
  'Meter',
  'Register',
  { heading: 'Last reading', isNumber: true },
  { heading: 'Reading', width: 220 },
  { heading: 'Counts', width: '35%' },
]

const atOnce = 100

/** One line for each register that is due: type, press Enter, go on. */
export function ReadRound({ days, span, onClose }: Props) {
  const options = useOptions()
  const [reading_date, setDate] = useState(today())
  const [reading_latest_type, setType] = useState('actual')
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['read round', days],
    queryFn: () => roundOf(days),
    // A line that was read stays where it is until the round is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const registers = useQuery(registersQuery((data?.meters ?? []).map((meter) => meter.id)))
  useEffect(() => () => void forgetReadings(), [])
  const lines = linesOf(data?.meters ?? [], registers.data ?? [], data?.last ?? [])
  return (
    <Page
      title="Enter readings"
      summary={data ? `${plural(lines.length, 'register')} to read` : ' '}
      crumbs={<Crumbs path={[['Meters', '/app/meters']]} here="Enter readings" />}
      actions={
        <>
          {span}
          <Button variant="default" onClick={onClose}>
            Back to the list
          </Button>
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <DayInput label="Read on" value={reading_date} onChange={(day) => setDate(day ?? '')} />
        <NativeSelect
          label="Kind"
          size="sm"
          data={options.of('reading_type')}
          value={reading_latest_type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </Group>
      {isPending && <Skeleton height={240} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.meters.length === 0 && <NothingHere title="No reading is due." />}
      {lines.length > 0 && (
        <Paper p={0}>
          <WideTable label="Registers to read" look="quiet" className={classes.stack}>
            <TableHead columns={headings} />
            <Table.Tbody>
              {lines.map(({ meter, register, last }) => (
                <RoundRow
                  key={register.id}
                  meter={meter}
                  register={register}
                  last={last}
                  day={{ reading_date, reading_latest_type }}
                />
              ))}
            </Table.Tbody>
          </WideTable>
        </Paper>
      )}
      {data && data.total > atOnce && (
        <span className={classes.quiet}>
          The first {atOnce} of {data.total} meters. Open the round again for the next ones.
        </span>
      )}
    </Page>
  )
}

/** The meters that are due and their last readings, all of them in two calls. */
async function roundOf(days: number) {
  const params = { days: String(days), limit: atOnce, order: 'icp_location,meter_number' }
  const answer = await send(meterCalls.due, params)
  const meters = answer.data ?? []
  const read = [...new Set(meters.map((meter) => meter.last_reading_date).filter(Boolean))]
  const asked = {
    'meter_id.in': meters.map((meter) => meter.id).join(','),
    'reading_date.in': read.join(','),
    limit: 500,
  }
  const last = read.length > 0 ? ((await send(meterreadingCalls.list, asked)).data ?? []) : []
  return { meters, last, total: answer.info.total ?? meters.length }
}

function linesOf(meters: Meter[], registers: MeterRegister[], readings: MeterReading[]) {
  return meters.flatMap((meter) =>
    registers
      .filter((register) => register.meter_id === meter.id)
      .map((register) => ({
        meter,
        register,
        last: readings.find(
          (reading) =>
            reading.meterregister_id === register.id &&
            reading.reading_date === meter.last_reading_date &&
            reading.reading_latest_type !== 'misread',
        ),
      })),
  )
}
