import { ActionIcon, Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { ScrollBox } from '#web/kit/list/scroll-box.tsx'
import { AddReading } from './add-reading.tsx'
import { FindingList, findingsIn } from './finding-list.tsx'
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
  const isEnergy = meter.icp_type === 'gas'
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
        <ScrollBox label={`Readings of ${register.name}, to scroll`}>
          <Table className={classes.rows} aria-label={`Readings of ${register.name}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Day</Table.Th>
                <Table.Th>Kind</Table.Th>
                <Table.Th className={`${classes.number} ${classes.wide}`}>Before</Table.Th>
                <Table.Th className={classes.number}>Reading</Table.Th>
                <Table.Th className={classes.number}>Quantity{unit && `, ${unit}`}</Table.Th>
                {isEnergy && <Table.Th className={classes.number}>Energy, kWh</Table.Th>}
                {hasLosses && (
                  <Table.Th className={`${classes.number} ${classes.wide}`}>Losses, kWh</Table.Th>
                )}
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <OneReading key={row.id} row={row} isEnergy={isEnergy} hasLosses={hasLosses} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </Paper>
  )
}

function OneReading(props: { row: MeterReading; isEnergy: boolean; hasLosses: boolean }) {
  const { row, isEnergy, hasLosses } = props
  const options = useOptions()
  const day = formatDay(row.reading_date)
  const problem = problemWords(row.problem)
  async function remove() {
    const name = `Reading ${amount(row.reading_latest)} of ${day}`
    if (await removeRows(meterreading, [row.id], name)) await forgetReadings()
  }
  return (
    <Table.Tr>
      <Table.Td>{day}</Table.Td>
      <Table.Td>
        {options.labelOf('reading_type', row.reading_latest_type)}
        {row.is_rollover && <span className={classes.quiet}> · dials went round</span>}
        {row.final_reading && row.reading_latest_type !== 'final' && (
          <span className={classes.quiet}> · final</span>
        )}
        {problem && <div className={classes.problem}>Not counted: {problem}</div>}
        <FindingList findings={findingsIn(row.findings)} />
      </Table.Td>
      <Table.Td className={`${classes.number} ${classes.wide}`}>
        {amount(row.reading_previous)}
      </Table.Td>
      <Table.Td className={classes.number}>{amount(row.reading_latest)}</Table.Td>
      <Table.Td className={classes.number}>{amount(row.reading_quantity)}</Table.Td>
      {isEnergy && <Table.Td className={classes.number}>{amount(row.reading_energy)}</Table.Td>}
      {hasLosses && (
        <Table.Td className={`${classes.number} ${classes.wide}`}>
          {amount(row.reading_losses)}
        </Table.Td>
      )}
      <Table.Td>
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
      </Table.Td>
    </Table.Tr>
  )
}
