import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { message } from '#domain/messaging/message.ts'
import type { Thread } from '#domain/messaging/thread.ts'
import { type ThreadCandidate, threadCalls } from '#domain/messaging/thread-calls.ts'
import { ReferenceInput } from '#web/kit/form/reference-input.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { NewCustomer } from './new-customer.tsx'
import { SortStranger } from './sort-stranger.tsx'
import { refreshThreads } from './thread-queries.ts'

interface Props {
  thread: Thread
  candidates: readonly ThreadCandidate[]
}

const parties = ['customer', 'supplier', 'partner'] as const
type Party = (typeof parties)[number]

const reasons = { address: 'has this address', domain: 'has one like it' }
const wordsOf = (reason: keyof typeof reasons, address: string | null) =>
  address?.includes('@') ? reasons[reason] : 'has this number'

/** Whose an unknown address is: those it might be with the reason, or anybody else. */
export function MatchBox({ thread, candidates }: Props) {
  const input = useId()
  const [party, setParty] = useState<Party>('customer')
  const name = `${party}_id` as const
  const match = (owner: { customer_id?: number; supplier_id?: number; partner_id?: number }) =>
    send(threadCalls.match, { id: thread.id, ...owner })
      .then(({ message: said }) => toast(said))
      .catch(toastProblem)
      .finally(() => void refreshThreads())
  return (
    <Alert
      color="amber"
      title={
        thread.is_junk ? `What ${thread.address} writes is junk` : `Nobody knows ${thread.address}`
      }
    >
      <Group gap="xs" align="end">
        {candidates.map(({ object, id, name, reason }) => (
          <Button
            key={`${object} ${id}`}
            size="xs"
            variant="default"
            onClick={() => void match({ [`${object}_id`]: id })}
          >
            {name} {wordsOf(reason, thread.address)}
          </Button>
        ))}
        <NativeSelect
          size="sm"
          label="It is"
          value={party}
          // The value is always one of the choices.
          onChange={(event) => setParty(event.currentTarget.value as Party)}
          data={parties.map((value) => ({ value, label: `the ${value}` }))}
        />
        <ReferenceInput
          key={party}
          entity={message}
          name={name}
          field={message.fields[name]}
          id={input}
          label={`Which ${party}`}
          value={null}
          error={undefined}
          isDisabled={false}
          onChange={(next) => void (Number(next) && match({ [name]: Number(next) }))}
          onBlur={() => {}}
        />
        <SortStranger thread={thread} />
        <NewCustomer thread={thread} onMade={(customer_id) => match({ customer_id })} />
      </Group>
    </Alert>
  )
}
