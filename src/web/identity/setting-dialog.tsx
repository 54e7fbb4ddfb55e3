import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { lookCalls } from '#domain/identity/look-calls.ts'
import { guardingSettings } from '#domain/identity/organisation-settings.ts'
import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import { type ChosenSetting, inWords, saidOf, storedFrom, typedFrom } from './chosen-setting.ts'
import { logoFile } from './logo-picture.ts'
import { LookPreview, lookKey, typedLook } from './look-preview.tsx'
import { SettingHistory } from './setting-history.tsx'
import { SettingInput } from './setting-input.tsx'

interface Props {
  chosen: ChosenSetting
  onClose: () => void
}

/** One setting: what it is to be from now on, or the standard again. */
export function SettingDialog({ chosen: live, onClose }: Props) {
  // What it is changed from, whatever others store meanwhile: the server then says so.
  const [chosen] = useState(live)
  const { name, setting, stored, value } = chosen
  const [typed, setTyped] = useState(typedFrom(setting, value))
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = useSubmit(async (key) => {
    const value = await keptPicture(storedFrom(setting, typed), `${key}-picture`)
    const read = setting.schema.safeParse(value)
    setWrong(read.success ? null : setting.asks)
    if (!read.success) return
    const waits = await store(chosen, read.data, key)
    await done(waits ?? `${setting.label}: ${inWords(setting, read.data)} from now on.`, onClose)
  })
  // What held before; null is the standard.
  const former = useRef<unknown>(null)
  const back = useSubmit(async (key) => {
    const { current } = former
    let waits: string | null = null
    if (current !== null) waits = await store(chosen, current, key)
    else if (stored) await send(organisationconfigCalls.remove, { id: stored.id }, { key })
    const said = current === null ? inWords(setting, setting.initial) : saidOf(chosen, current)
    await done(waits ?? `${setting.label}: ${said} again.`, onClose)
  })
  const putBack = (value: unknown) => {
    former.current = value
    back.onSubmit()
  }
  const { problem } = back
  const changed = typedLook(chosen, typed)
  return (
    <DialogForm
      isOpen
      title={setting.label}
      button="Save"
      submit={problem ? { ...submit, problem } : submit}
      onClose={onClose}
      isWide={setting.kind.startsWith('reminder')}
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
        <Button variant="default" loading={back.isBusy} onClick={() => putBack(null)}>
          Back to the standard
        </Button>
      )}
      <SettingHistory chosen={chosen} onPutBack={putBack} />
    </DialogForm>
  )
}

/** A picture that was chosen is sent first; from then on its digest is its name. */
async function keptPicture(value: unknown, key: string): Promise<unknown> {
  if (typeof value !== 'string' || !value.startsWith('data:image/')) return value
  const content = attached(logoFile(value))
  return (await send(lookCalls.upload, { content }, { key })).data.logo
}

/** Says what the server does where the value waits for a second person. */
async function store({ name, stored }: ChosenSetting, value: unknown, key: string) {
  const { data, message } = stored
    ? await send(
        organisationconfigCalls.update,
        { id: stored.id, version: stored.version, value },
        { key },
      )
    : await send(organisationconfigCalls.create, { name, value }, { key })
  return typeof value === 'string' && data.value !== value ? message : null
}

async function done(words: string, onClose: () => void): Promise<void> {
  toast(words)
  await queryClient.invalidateQueries({ queryKey: organisationConfigsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: ['organisationconfig'] })
  await queryClient.invalidateQueries({ queryKey: lookKey })
  onClose()
}
