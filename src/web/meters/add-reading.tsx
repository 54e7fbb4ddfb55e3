import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { meterreadingCalls } from '#domain/meters/meter-calls.ts'
import type { MeterReading } from '#domain/meters/meterreading.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './meter-details.module.css'
import { forgetReadings, type Meter, type MeterRegister } from './meter-queries.ts'
import { ReadingTold } from './reading-told.tsx'
import { useTypedReading } from './use-typed-reading.ts'

interface Props {
  meter: Meter
  registers: readonly MeterRegister[]
  readings: readonly MeterReading[]
}

/** Enters a reading without leaving the meter; what it counts is told while typing. */
export function AddReading({ meter, registers, readings }: Props) {
  const options = useOptions()
  const [register_id, setRegisterId] = useState(registers[0]?.id)
  const register = registers.find((one) => one.id === register_id)
  const { typed, set, preview, body } = useTypedReading({ meter, register, readings })
  const submit = useSubmit(async (key) => {
    const reading = { meter_id: meter.id, meterregister_id: register_id ?? null, ...body }
    const answer = await send(meterreadingCalls.create, reading, { key })
    set({ reading_latest: '', is_rollover: false })
    toast(answer.message || 'Meter reading created.')
    await forgetReadings()
  })
  const isRolloverShown = preview.isRolloverProposed || typed.is_rollover
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Add a reading
      </Title>
      <form onSubmit={submit.onSubmit} aria-label="Add a reading" noValidate>
        {submit.problem && (
          <Alert color="red" role="alert" mb="sm">
            {submit.errorOf('reading_latest') ?? submit.errorOf('reading_date') ?? submit.problem}
          </Alert>
        )}
        <div className={classes.line}>
          {registers.length > 1 && (
            <NativeSelect
              label="Register"
              size="sm"
              data={registers.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(register_id)}
              onChange={(event) => setRegisterId(Number(event.currentTarget.value))}
            />
          )}
          <DayInput
            label="Day"
            value={typed.reading_date}
            onChange={(day) => set({ reading_date: day ?? '' })}
            error={submit.errorOf('reading_date')}
          />
          <TextInput
            label="Reading"
            inputMode="decimal"
            autoComplete="off"
            value={typed.reading_latest}
            error={submit.errorOf('reading_latest')}
            onChange={(event) => set({ reading_latest: event.currentTarget.value })}
          />
          <NativeSelect
            label="Kind"
            size="sm"
            data={options.of('reading_type')}
            value={typed.reading_latest_type}
            onChange={(event) => set({ reading_latest_type: event.currentTarget.value })}
          />
        </div>
        {isRolloverShown && (
          <Checkbox
            mt="xs"
            label="The dials went round"
            checked={typed.is_rollover}
            onChange={(event) => set({ is_rollover: event.currentTarget.checked })}
          />
        )}
        <Group justify="space-between" align="flex-end" mt="xs" gap="sm">
          <ReadingTold preview={preview} icp_type={meter.icp_type} />
          <Button
            type="submit"
            loading={submit.isBusy}
            disabled={!register || typed.reading_latest.trim() === ''}
          >
            Add reading
          </Button>
        </Group>
      </form>
    </Paper>
  )
}
