import { Button, Group, Stack, Title } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceOf } from '#domain/identity/device.ts'
import { type NewPasskey, type Passkey, passkeyCalls } from '#domain/identity/passkey-calls.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const reload = () => queryClient.invalidateQueries({ queryKey: ['passkeys'] })

const columns: Column<Passkey>[] = [
  { heading: 'Passkey', isRowHeading: true, cell: (row) => row.name },
  { heading: 'Added', cell: (row) => formatStamp(row.created_at) },
  { heading: 'Last used', cell: (row) => formatStamp(row.last_used_at) },
  { heading: 'Actions', cell: (row) => <Remove row={row} /> },
]

/** Keys of a telephone, a laptop or a stick, which answer instead of the code. */
export function Passkeys() {
  const { data = [] } = useQuery({
    queryKey: ['passkeys'],
    queryFn: async () => (await send(passkeyCalls.list, {})).data,
    staleTime: 0,
  })
  return (
    <Stack gap="xs" my="sm">
      {data.length > 0 && (
        <>
          <Title order={3}>Passkeys</Title>
          <PlainTable label="Passkeys" columns={columns} rows={data} keyOf={(row) => row.id} />
        </>
      )}
      <Group>
        <Button
          variant="default"
          onClick={() => openDialog({ title: 'Add a passkey' }, (close) => <Add onDone={close} />)}
        >
          Add a passkey
        </Button>
      </Group>
    </Stack>
  )
}

function Remove({ row }: { row: Passkey }) {
  async function remove() {
    try {
      toast((await send(passkeyCalls.remove, { id: row.id })).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await reload()
    }
  }
  return (
    <Button
      variant="subtle"
      color="red"
      aria-label={`Remove ${row.name}`}
      onClick={() => void remove()}
    >
      Remove
    </Button>
  )
}

function Add({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState(deviceOf(navigator.userAgent))
  const submit = useSubmit(async () => {
    const question = (await send(passkeyCalls.begin, {})).data
    const { startRegistration } = await import('@simplewebauthn/browser')
    // As the server made it, and as the browser answers it.
    const optionsJSON = question as unknown as PublicKeyCredentialCreationOptionsJSON
    const passkey = (await startRegistration({ optionsJSON })) as NewPasskey
    toast((await send(passkeyCalls.add, { name, passkey })).message)
    await reload()
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Add a passkey" button="Add a passkey">
      <TextField
        label="Name"
        name="name"
        description="Your browser asks you for a fingerprint, a PIN or a security key next."
        autoComplete="off"
        value={name}
        onChange={setName}
        submit={submit}
      />
    </SmallForm>
  )
}
