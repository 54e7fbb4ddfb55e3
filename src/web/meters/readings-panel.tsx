import { ActionIcon, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { FindingList, findingsIn } from '#web/kit/import/finding-list.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { AddReading } from './add-reading.tsx'
import classes from './meter-details.module.css'
import {
  forgetReadings,
  type Meter,
  type MeterReading,
  type MeterRegister,
  readingsQuery,
  registersQuery,
} from './meter-queries.ts'
import { amount, problemWords, unitOf } from './reading-words.ts'

/** The readings of a meter, register by register, and the place to enter the next. */
export function ReadingsPanel({ meter }: { meter: Meter }) {
  const registers = useQuery(registersQuery([meter.id]))
  const readings = useQuery(readingsQuery(meter.id))
  const error = registers.error ?? readings.error
  if (error) {
    const again = () => void Promise.all([registers.refetch(), readings.refetch()])
    return <Trouble cause={error} onRetry={again} />
  }
  if (!registers.data || !readings.data) return <Skeleton height={320} radius="lg" />
  return (
    <>
      {!meter.deleted_at && registers.data.length > 0 && (
        <AddReading meter={meter} registers={registers.data} readings={readings.data} />
      )}
      {registers.data.map((register) => (
        <OneRegister
          key={register.id}
          meter={meter}
          register={register}
          rows={readings.data.filter((row) => row.meterregister_id === register.id)}
        />
      ))}
    </>
  )
}

interface Props {
  meter: Meter
  register: MeterRegister
  rows: MeterReading[]
}

function OneRegister({ meter, register, rows }: Props) {
  const unit = unitOf(meter.icp_type)
  const hasLosses = rows.some((row) => Number(row.reading_losses ?? 0) !== 0)
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{register.name}</Title>
        <Text size="xs" c="dimmed">
          {register.register_code} · {plural(register.digits, 'dial')}
          {register.flow === 'I' && ' · put into the network'}
        </Text>
      </Group>
      {rows.length === 0 ? (
        <NothingHere title="Nothing here yet." description="The first reading starts the count." />
      ) : (
        <PlainTable
          label={`Readings of ${register.name}`}
          look="quiet"
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            { heading: 'Day', cell: (row) => formatDay(row.reading_date) },
            { heading: 'Kind', cell: (row) => <ReadingKind row={row} /> },
            figure('Before', 'reading_previous', classes.wide),
            figure('Reading', 'reading_latest'),
            figure(`Quantity${unit && `, ${unit}`}`, 'reading_quantity'),
            meter.icp_type === 'gas' && figure('Energy, kWh', 'reading_energy'),
            hasLosses && figure('Losses, kWh', 'reading_losses', classes.wide),
            {
              heading: 'Actions',
              isHeadingHidden: true,
              cell: (row) => <ReadingActions row={row} />,
            },
          ]}
        />
      )}
    </Paper>
  )
}

type Figure = `reading_${'previous' | 'latest' | 'quantity' | 'energy' | 'losses'}`

function figure(heading: string, name: Figure, className?: string): Column<MeterReading> {
  return { heading, isNumber: true, className, cell: (row) => amount(row[name]) }
}

function ReadingKind({ row }: { row: MeterReading }) {
  const options = useOptions()
  const problem = problemWords(row.problem)
  return (
    <>
      {options.labelOf('reading_type', row.reading_latest_type)}
      {row.is_rollover && <span className={classes.quiet}> · dials went round</span>}
      {row.final_reading && row.reading_latest_type !== 'final' && (
        <span className={classes.quiet}> · final</span>
      )}
      {problem && <div className={classes.problem}>Not counted: {problem}</div>}
      <FindingList findings={findingsIn(row.findings)} />
    </>
  )
}

function ReadingActions({ row }: { row: MeterReading }) {
  const day = formatDay(row.reading_date)
  async function remove() {
    const name = `Reading ${amount(row.reading_latest)} of ${day}`
    if (await removeRows(meterreading, [row.id], name)) await forgetReadings()
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        component={Link}
        to={`/app/meterreading/edit?id=${row.id}`}
        aria-label={`Edit the reading of ${day}`}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Delete the reading of ${day}`} onClick={remove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
