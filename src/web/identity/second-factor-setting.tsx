import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organisation } from '#domain/identity/organisation.ts'
import { organisationCalls } from '#domain/identity/organisation-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './organisation-settings.module.css'
import { SettingChanges } from './setting-history.tsx'
import { SettingLine } from './setting-row.tsx'

const label = 'Second factor for everybody'
const help =
  'Nobody signs in with a password alone: whoever has no second factor sets one up before anything else.'
const name = 'totp_required'

/** What the setting says of itself, for whoever looks for it. */
export const secondFactorWords = [label, help, name, 'two-factor sign-in']

const inWords = (value: unknown) => (value === true ? 'Yes' : 'No')
const said = (value: unknown) => (value === null ? 'the standard (No)' : inWords(value))

/** Whether everybody signs in with a second factor, which is kept with the organisation itself. */
export function SecondFactorSetting({ mayChange }: { mayChange: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['organisation', 'second factor'],
    queryFn: async () => (await send(organisationCalls.get, {})).data,
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return null
  const verb = mayChange ? 'Change' : 'Look'
  const onClose = () => setIsOpen(false)
  return (
    <SettingLine label={label} help={help}>
      <Group gap="sm" wrap="nowrap" className={classes.value ?? ''}>
        {data.totp_required && (
          <StatusChip value="changed" label="Changed" explanation="The standard is No" />
        )}
        <Text className={classes.words ?? ''}>{inWords(data.totp_required)}</Text>
        <Button variant="subtle" aria-label={`${verb}: ${label}`} onClick={() => setIsOpen(true)}>
          {verb}
        </Button>
      </Group>
      {isOpen && mayChange && <ChangeDialog row={data} onClose={onClose} />}
      {isOpen && !mayChange && (
        <Dialog isOpen title={label} onClose={onClose}>
          <Text size="sm" mb="sm">
            {help}
          </Text>
          <SettingChanges name={name} said={said} />
        </Dialog>
      )}
    </SettingLine>
  )
}

function ChangeDialog({ row, onClose }: { row: Organisation; onClose: () => void }) {
  // What it is changed from, whatever others store meanwhile: the server then says so.
  const [{ id, version, totp_required: before }] = useState(row)
  const [typed, setTyped] = useState(before)
  const submit = useSubmit(async (key) => {
    await send(organisationCalls.update, { id, version, totp_required: typed }, { key })
    toast(`${label}: ${inWords(typed)} from now on.`)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['organisation'] }),
      queryClient.invalidateQueries({ queryKey: ['organisationconfigs', 'changes', name] }),
    ])
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title={label}
      button="Save"
      submit={submit}
      onClose={onClose}
      isDisabled={typed === before}
    >
      <Text size="sm">{help}</Text>
      <SegmentedControl
        aria-label={label}
        value={typed ? 'yes' : 'no'}
        data={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={(picked) => setTyped(picked === 'yes')}
      />
      <Text size="sm" c="dimmed">
        {typed
          ? 'The standard is No. It holds for you as well, and at once for everybody who is signed in.'
          : 'The standard is No. All admins are told when it is switched off.'}
      </Text>
      <SettingChanges name={name} said={said} />
    </DialogForm>
  )
}
