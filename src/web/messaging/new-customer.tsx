import { Button, Text, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Thread } from '#domain/messaging/thread.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { createCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  thread: Thread
  /** Says whose thread it is from now on. */
  onMade: (customer_id: number) => Promise<void>
}

/** Whoever wrote becomes a customer, with the address or number that they wrote from. */
export function NewCustomer({ thread, onMade }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserPlus size={14} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        New customer
      </Button>
      {isOpen && <NameForm thread={thread} onMade={onMade} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function NameForm({ thread, onMade, onClose }: Props & { onClose: () => void }) {
  const address = thread.address ?? ''
  const [name, setName] = useState(nameIn(thread))
  const submit = useSubmit(async (key) => {
    const reached = address.includes('@') ? { email: address } : { phone_mobile: address }
    const { data } = await send(createCall({ name: 'customer' }), { name, ...reached }, { key })
    await queryClient.invalidateQueries({ queryKey: ['customers'] })
    onClose()
    await onMade(Number(data.id))
  })
  return (
    <DialogForm isOpen title="New customer" button="Create" submit={submit} onClose={onClose}>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={200}
        value={name}
        error={submit.errorOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        Reached at {address}. What was written joins their messages.
      </Text>
    </DialogForm>
  )
}

/** What they call themselves; an address is no name. */
const nameIn = ({ name, address }: Thread) =>
  name.toLowerCase() === address?.toLowerCase() ? '' : name
