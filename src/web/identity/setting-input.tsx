import { ColorInput, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { ChosenSetting, TypedSetting } from './chosen-setting.ts'
import { GstRatesInput } from './gst-rates-input.tsx'
import { LogoInput } from './logo-input.tsx'
import { ReminderStepsInput } from './reminder-steps-input.tsx'

interface InputProps {
  chosen: ChosenSetting
  typed: TypedSetting
  onType: (typed: TypedSetting) => void
  error: string | undefined
}

const inputModes = {
  number: 'numeric',
  amount: 'decimal',
  email: 'email',
  text: 'text',
  sentences: 'text',
  colour: 'text',
  picture: 'text',
  choice: 'text',
  'yes-no': 'text',
} as const

/** What a setting is typed, chosen or put together with, by its kind. */
export function SettingInput({
  chosen: { name, setting, value },
  typed,
  onType,
  error,
}: InputProps) {
  if (typeof typed === 'boolean')
    return (
      <SegmentedControl
        aria-label={setting.label}
        value={typed ? 'yes' : 'no'}
        data={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={(picked) => onType(picked === 'yes')}
      />
    )
  if (setting.kind === 'choice')
    return (
      <NativeSelect
        label={setting.label}
        value={typed}
        error={error}
        data={Object.entries(setting.options).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    )
  if (setting.kind === 'gst-rates')
    return (
      <GstRatesInput
        label={setting.label}
        held={value}
        typed={typed}
        onType={onType}
        error={error}
      />
    )
  if (setting.kind === 'reminder-steps' || setting.kind === 'reminder-classes')
    return <ReminderStepsInput name={name} typed={typed} onType={onType} error={error} />
  if (setting.kind === 'picture')
    return <LogoInput label={setting.label} typed={typed} onType={onType} error={error} />
  const given = { label: setting.label, value: typed, error, 'data-autofocus': true }
  if (setting.kind === 'colour') return <ColorInput {...given} format="hex" onChange={onType} />
  if (setting.kind === 'sentences')
    return (
      <Textarea
        {...given}
        autosize
        minRows={2}
        maxLength={240}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    )
  const unit = 'unit' in setting ? setting.unit : undefined
  return (
    <TextInput
      label={unit ? `${setting.label}, ${unit}` : setting.label}
      value={typed}
      error={error}
      description={error ? undefined : setting.asks}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-autofocus
      inputMode={inputModes[setting.kind]}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
