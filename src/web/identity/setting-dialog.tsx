import {
  Button,
  ColorInput,
  NativeSelect,
  SegmentedControl,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { lookCalls } from '#domain/identity/look-calls.ts'
import { guardingSettings } from '#domain/identity/organisation-settings.ts'
import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import {
  type ChosenSetting,
  inWords,
  storedFrom,
  type TypedSetting,
  typedFrom,
} from './chosen-setting.ts'
import { GstRatesInput } from './gst-rates-input.tsx'
import { LogoInput } from './logo-input.tsx'
import { logoFile } from './logo-picture.ts'
import { LookPreview, lookKey, typedLook } from './look-preview.tsx'
import { SettingHistory } from './setting-history.tsx'

interface Props {
  chosen: ChosenSetting
  onClose: () => void
}

/** One setting: what it is to be from now on, or the standard again. */
export function SettingDialog({ chosen, onClose }: Props) {
  const { name, setting, stored, value } = chosen
  const [typed, setTyped] = useState(typedFrom(setting, value))
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = useSubmit(async (key) => {
    const value = await keptPicture(storedFrom(setting, typed), `${key}-picture`)
    const read = setting.schema.safeParse(value)
    setWrong(read.success ? null : setting.asks)
    if (!read.success) return
    await store(chosen, read.data, key)
    await done(`${setting.label}: ${inWords(setting, read.data)} from now on.`, onClose)
  })
  const reset = useSubmit(async (key) => {
    if (stored) await send(organisationconfigCalls.remove, { id: stored.id }, { key })
    await done(`${setting.label}: ${inWords(setting, setting.initial)} again.`, onClose)
  })
  const { problem } = reset
  const changed = typedLook(chosen, typed)
  return (
    <DialogForm
      isOpen
      title={setting.label}
      button="Save"
      submit={problem ? { ...submit, problem } : submit}
      onClose={onClose}
    >
      <Text size="sm">{setting.help}</Text>
      <SettingInput
        chosen={chosen}
        typed={typed}
        onType={setTyped}
        error={wrong ?? submit.errorOf('value')}
      />
      {changed && <LookPreview changed={changed} />}
      <Text size="sm" c="dimmed">
        {`The standard is ${inWords(setting, setting.initial)}. What was sent and booked before stays as it is.`}
        {guardingSettings.includes(name) && ' All admins are told of a change.'}
      </Text>
      {stored && (
        <Button variant="default" loading={reset.isBusy} onClick={() => reset.onSubmit()}>
          Back to the standard
        </Button>
      )}
      <SettingHistory chosen={chosen} />
    </DialogForm>
  )
}

/** A picture that was chosen is sent first; from then on its digest is its name. */
async function keptPicture(value: unknown, key: string): Promise<unknown> {
  if (typeof value !== 'string' || !value.startsWith('data:image/')) return value
  const content = attached(logoFile(value))
  return (await send(lookCalls.upload, { content }, { key })).data.logo
}

async function store({ name, stored }: ChosenSetting, value: unknown, key: string): Promise<void> {
  if (stored) {
    const { id, version } = stored
    await send(organisationconfigCalls.update, { id, version, value }, { key })
  } else await send(organisationconfigCalls.create, { name, value }, { key })
}

async function done(words: string, onClose: () => void): Promise<void> {
  toast(words)
  await queryClient.invalidateQueries({ queryKey: organisationConfigsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: lookKey })
  onClose()
}

interface InputProps {
  chosen: ChosenSetting
  typed: TypedSetting
  onType: (typed: TypedSetting) => void
  error: string | undefined
}

const inputModes = {
  number: 'numeric',
  amount: 'decimal',
  'days-list': 'text',
  email: 'email',
  text: 'text',
  sentences: 'text',
  colour: 'text',
  picture: 'text',
  choice: 'text',
  'yes-no': 'text',
} as const

function SettingInput({ chosen: { setting, value }, typed, onType, error }: InputProps) {
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
      data-autofocus
      inputMode={inputModes[setting.kind]}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
