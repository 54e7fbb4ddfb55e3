import { Checkbox, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './meter-details.module.css'
import type { Meter, MeterReading } from './meter-queries.ts'
import type { Preview } from './reading-preview.ts'
import { ReadingTold } from './reading-told.tsx'
import { amount, typedDecimal, unitOf } from './reading-words.ts'
import type { FinalReading, NewRegister, Replacement } from './replace-state.ts'

export interface StepProps {
  meter: Meter
  readings: readonly MeterReading[]
  /** What each final reading counts, in the order of the registers. */
  previews: readonly Preview[]
  replacement: Replacement
  set: (next: Partial<Replacement>) => void
}

/** The day, and what the old meter showed at the end of its time. */
export function FinalStep({ meter, readings, previews, replacement, set }: StepProps) {
  const { finals } = replacement
  const change = (place: number, next: Partial<FinalReading>) =>
    set({ finals: finals.map((one, at) => (at === place ? { ...one, ...next } : one)) })
  return (
    <Stack gap="sm">
      <DayInput
        label="Replaced on"
        value={replacement.replacement_date}
        onChange={(day) => set({ replacement_date: day ?? '' })}
        required
      />
      {finals.map((final, place) => {
        const last = lastReading(readings, final.register.id)
        const preview = previews[place]
        return (
          <div key={final.register.id}>
            <TextInput
              label={`Final reading, ${final.register.name}`}
              description={
                last
                  ? `Last reading ${amount(last.reading_latest)} on ${formatDayShort(last.reading_date)}`
                  : 'This register was not read yet.'
              }
              inputMode="decimal"
              autoComplete="off"
              value={final.value}
              onChange={(event) => change(place, { value: event.currentTarget.value })}
            />
            {(preview?.isRolloverProposed || final.is_rollover) && (
              <Checkbox
                mt={6}
                label="The dials went round"
                checked={final.is_rollover}
                onChange={(event) => change(place, { is_rollover: event.currentTarget.checked })}
              />
            )}
            <ReadingTold preview={preview} icp_type={meter.icp_type} />
          </div>
        )
      })}
    </Stack>
  )
}

/** The new meter's number and what its registers showed when it was put in. */
export function NewMeterStep({ meter, replacement, set }: StepProps) {
  const options = useOptions()
  const { registers } = replacement
  const change = (place: number, next: Partial<NewRegister>) =>
    set({ registers: registers.map((one, at) => (at === place ? { ...one, ...next } : one)) })
  return (
    <Stack gap="sm">
      <TextInput
        label="Number of the new meter"
        required
        autoComplete="off"
        value={replacement.meter_number}
        onChange={(event) => set({ meter_number: event.currentTarget.value })}
      />
      <TextInput
        label="Multiplier of the new meter"
        description={oldFactor(meter.multiplier_value)}
        inputMode="decimal"
        autoComplete="off"
        value={replacement.multiplier_value}
        onChange={(event) => set({ multiplier_value: event.currentTarget.value })}
      />
      <TextInput
        label="Meter factor of the new meter"
        description={oldFactor(meter.meter_factor)}
        inputMode="decimal"
        autoComplete="off"
        value={replacement.meter_factor}
        onChange={(event) => set({ meter_factor: event.currentTarget.value })}
      />
      {registers.map((register, place) => (
        <Paper key={register.origin} p="sm" className={classes.tight}>
          <TextInput
            label="Register"
            value={register.name}
            onChange={(event) => change(place, { name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Register code"
            size="sm"
            data={options.of('register_code')}
            value={register.register_code}
            onChange={(event) => change(place, { register_code: event.currentTarget.value })}
          />
          <TextInput
            label="Dials"
            inputMode="numeric"
            value={register.digits}
            onChange={(event) => change(place, { digits: event.currentTarget.value })}
          />
          <TextInput
            label={`First reading, ${register.name}`}
            inputMode="decimal"
            autoComplete="off"
            value={register.first_reading}
            onChange={(event) => change(place, { first_reading: event.currentTarget.value })}
          />
        </Paper>
      ))}
    </Stack>
  )
}

/** What will be stored, and that nothing of the use is lost or counted twice. */
export function SummaryStep({ meter, previews, replacement }: StepProps) {
  const { replacement_date, finals, registers, meter_number } = replacement
  const day = formatDayShort(replacement_date)
  const goingOut = finals.map(({ register, value }, place) => ({
    meter: meter.meter_number,
    register: register.name,
    reading: `${amount(typedDecimal(value))} (final)`,
    use: `${amount(previews[place]?.computed?.reading_quantity)} ${unitOf(meter.icp_type)}`,
  }))
  const comingIn = registers.map((register) => ({
    meter: meter_number,
    register: register.name,
    reading: `${amount(typedDecimal(register.first_reading))} (first)`,
    use: 'starts here',
  }))
  return (
    <Stack gap="sm">
      <Text size="sm">
        On {day} meter {meter.meter_number} goes out and meter {meter_number} comes in. The old one
        counts up to its final reading, the new one from its first: the use of the connection goes
        on without a gap, and no day is counted twice.
      </Text>
      <PlainTable
        label="Summary of the replacement"
        look="quiet"
        rows={[...goingOut, ...comingIn]}
        keyOf={({ meter, register }) => `${meter} ${register}`}
        columns={[
          { heading: 'Meter', cell: (line) => line.meter },
          { heading: 'Register', cell: (line) => line.register },
          { heading: `Reading on ${day}`, isNumber: true, cell: (line) => line.reading },
          {
            heading: 'Use since the last reading',
            isNumber: true,
            cell: (line) => line.use,
          },
        ]}
      />
    </Stack>
  )
}

const oldFactor = (value: string | null) =>
  value ? `The old one has ${amount(value)}. Left empty, the new one has none.` : 'If it has one.'

function lastReading(readings: readonly MeterReading[], register_id: number) {
  return readings.find(
    (reading) =>
      reading.meterregister_id === register_id &&
      reading.reading_latest !== null &&
      reading.reading_latest_type !== 'misread',
  )
}
