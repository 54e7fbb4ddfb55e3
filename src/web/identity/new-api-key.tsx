import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type KeyModule, keyModules } from '#domain/access/key-scope.ts'
import { lastDayOf } from '#domain/identity/api-key.ts'
import { apiKeyCalls } from '#domain/identity/api-key-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  onClose: () => void
  onMade: (key: string) => void
}

/** Set API Key: what it is called, what it may do and when it ends. */
export function NewApiKey({ onClose, onMade }: Props) {
  const [name, setName] = useState('')
  const [rights, setRights] = useState('read')
  const [modules, setModules] = useState<string[]>([...keyModules])
  const [endsOn, setEndsOn] = useState<string | null>(lastDayOf(today(), undefined))
  const submit = useSubmit(async () => {
    const isAll = modules.length === keyModules.length
    const { data } = await send(apiKeyCalls.make, {
      ...(name.trim() && { name: name.trim() }),
      can_write: rights === 'write',
      modules: isAll ? null : keyModules.filter((one: KeyModule) => modules.includes(one)),
      ...(endsOn && { ends_on: endsOn }),
    })
    onMade(data.api_key)
  })
  return (
    <DialogForm isOpen title="Set API Key" button="Set API Key" submit={submit} onClose={onClose}>
      <TextInput
        label="Name"
        description="The program that will use it"
        name="name"
        maxLength={60}
        value={name}
        error={submit.errorOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Radio.Group label="Rights" value={rights} onChange={setRights}>
        <Group gap="md" mt={4}>
          <Radio value="read" label="Read" />
          <Radio value="write" label="Read and write" />
        </Group>
      </Radio.Group>
      <Checkbox.Group
        label="Modules"
        value={modules}
        description="Notes, files and messages open where it may reach what they are about, too."
        onChange={setModules}
        error={submit.errorOf('modules')}
      >
        <Stack gap={6} mt={4}>
          {keyModules.map((one) => (
            <Checkbox key={one} value={one} label={humanise(one)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <DayInput
        label="Last day"
        description="Two years from now at most"
        name="ends_on"
        value={endsOn ?? ''}
        error={submit.errorOf('ends_on')}
        onChange={setEndsOn}
      />
    </DialogForm>
  )
}
