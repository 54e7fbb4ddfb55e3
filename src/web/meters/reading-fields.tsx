import { Paper, Select, TextInput, Title } from '@mantine/core'
import { useEffect } from 'react'
import { labelOf } from '#domain/kit/entity.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import { inputs } from '#web/kit/form/inputs.tsx'
import type { Edit, EditRow } from '#web/kit/form/use-edit.ts'
import { today } from '#web/kit/frame/today.ts'
import classes from './meter-details.module.css'
import { type Meter, type MeterReading, type MeterRegister, useRules } from './meter-queries.ts'
import { previewReading } from './reading-preview.ts'
import { ReadingTold } from './reading-told.tsx'
import { typedDecimal } from './reading-words.ts'

interface Props {
  edit: Edit
  row: EditRow | null
  isReadOnly: boolean
  meter: Meter | undefined
  registers: MeterRegister[]
  readings: MeterReading[]
}

type Name = 'meter_id' | 'reading_date' | 'reading_latest_type' | 'is_rollover' | 'final_reading'

/** What was read, when and where; what it counts is told while it is typed. */
export function ReadingFields(props: Props) {
  const { edit, row, isReadOnly, meter, registers } = props
  const { values, form } = edit
  const register_id = Number(values.meterregister_id) || null
  const isOwn = registers.some((register) => register.id === register_id)
  const [first] = registers
  useEffect(() => {
    // Another meter has other registers.
    if (first && !isOwn) form.setFieldValue('meterregister_id', first.id)
  }, [isOwn, first, form])
  const field = (name: Name) => <Field name={name} edit={edit} isDisabled={isReadOnly} />
  const error = edit.form.errors
  return (
    <Paper component="section">
      <Title order={2} mb="sm">
        Reading
      </Title>
      <div className={classes.line}>
        <Field name="meter_id" edit={edit} isDisabled={isReadOnly || row !== null} />
        <Select
          id="field-meterregister_id"
          label="Register"
          size="sm"
          data={registers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={isOwn ? String(register_id) : null}
          placeholder={meter ? 'Choose' : 'Choose the meter first'}
          disabled={isReadOnly || row !== null || registers.length < 2}
          error={error.meterregister_id}
          onChange={(next) => form.setFieldValue('meterregister_id', next && Number(next))}
        />
        {field('reading_date')}
        {field('reading_latest_type')}
        <TextInput
          id="field-reading_latest"
          label="Reading"
          size="sm"
          inputMode="decimal"
          autoComplete="off"
          disabled={isReadOnly}
          value={String(values.reading_latest ?? '')}
          error={error.reading_latest}
          onChange={(event) => form.setFieldValue('reading_latest', event.currentTarget.value)}
          onBlur={() => {
            const typed = String(values.reading_latest ?? '')
            form.setFieldValue('reading_latest', typedDecimal(typed))
            edit.validate('reading_latest')
          }}
        />
        {field('is_rollover')}
        {field('final_reading')}
      </div>
      <Told {...props} />
    </Paper>
  )
}

/** What the reading will count, and what the rules say of it. */
function Told({ edit, row, meter, registers, readings }: Props) {
  const rules = useRules()
  const { values } = edit
  const register = registers.find((one) => one.id === values.meterregister_id)
  if (!meter || !register) return null
  const typed = String(values.reading_latest ?? '')
  const preview = previewReading(
    {
      id: row?.id ?? 0,
      reading_date: String(values.reading_date ?? ''),
      reading_latest_type: String(values.reading_latest_type ?? 'actual'),
      reading_latest: typedDecimal(typed),
      is_rollover: values.is_rollover === true,
      final_reading: values.final_reading === true,
    },
    {
      meter,
      register,
      history: readings.filter((reading) => reading.meterregister_id === register.id),
      rules,
      today: today(),
    },
  )
  return (
    <>
      <ReadingTold preview={preview} icp_type={meter.icp_type} />
      {preview.isRolloverProposed && (
        <span className={classes.quiet}>Tick “Dials went round” if they did.</span>
      )}
    </>
  )
}

function Field({ name, edit, isDisabled }: { name: Name; edit: Edit; isDisabled: boolean }) {
  const field = meterreading.fields[name]
  const Input = inputs[field.kind]
  const error = edit.form.errors[name]
  return (
    <Input
      entity={meterreading}
      name={name}
      field={field}
      id={`field-${name}`}
      label={labelOf(meterreading, name)}
      value={edit.values[name]}
      error={error ? String(error) : undefined}
      isDisabled={isDisabled}
      onChange={(next) => edit.form.setFieldValue(name, next)}
      onBlur={() => edit.validate(name)}
    />
  )
}
