import { Paper, Text, Title } from '@mantine/core'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
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
        <PlainTable
          label="Last readings"
          look="quiet"
          isNarrow
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            {
              heading: 'Day',
              cell: (row) => (
                <>
                  {formatDay(row.reading_date)}
                  {row.reading_latest_type !== 'actual' && (
                    <div className={classes.quiet}>
                      {options.labelOf('reading_type', row.reading_latest_type)}
                    </div>
                  )}
                </>
              ),
            },
            { heading: 'Reading', isNumber: true, cell: (row) => amount(row.reading_latest) },
            { heading: 'Quantity', isNumber: true, cell: (row) => amount(row.reading_quantity) },
          ]}
        />
      )}
    </Paper>
  )
}
