import { Paper, Table, Text, Title } from '@mantine/core'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import classes from './meter-details.module.css'
import type { MeterReading, MeterRegister } from './meter-queries.ts'
import { amount } from './reading-words.ts'

interface Props {
  readings: MeterReading[]
  registers: MeterRegister[]
  register_id: number | null
  /** The reading that is open. */
  without: number
}

/** The last readings of the register at hand, to hold the new one against. */
export function LastReadings({ readings, registers, register_id, without }: Props) {
  const options = useOptions()
  const register = registers.find((one) => one.id === register_id)
  const rows = readings
    .filter((row) => row.meterregister_id === register_id && row.id !== without)
    .slice(0, 8)
  return (
    <Paper>
      <Title order={2} mb="xs">
        Last readings{register && `, ${register.name}`}
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {register ? 'None yet.' : 'Choose a meter and a register.'}
        </Text>
      )}
      {rows.length > 0 && (
        <Table className={classes.rows} aria-label="Last readings">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th className={classes.number}>Reading</Table.Th>
              <Table.Th className={classes.number}>Quantity</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  {formatDay(row.reading_date)}
                  {row.reading_latest_type !== 'actual' && (
                    <div className={classes.quiet}>
                      {options.labelOf('reading_type', row.reading_latest_type)}
                    </div>
                  )}
                </Table.Td>
                <Table.Td className={classes.number}>{amount(row.reading_latest)}</Table.Td>
                <Table.Td className={classes.number}>{amount(row.reading_quantity)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}
