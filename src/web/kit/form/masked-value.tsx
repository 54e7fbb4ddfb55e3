import { Button, Group } from '@mantine/core'
import { useContext, useState } from 'react'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { unmaskCall } from '#domain/kit/unmask-call.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { usePermissions, whyHidden } from '#web/kit/session/permissions.ts'
import { send } from '#web/kit/session/send.ts'
import { RevealContext } from './reveal.ts'

interface Props {
  entity: Entity
  id: number
  name: string
  value: string
}

/** A hidden value to read, with Show for those who may; each time leaves a trace. */
export function MaskedValue({ entity, id, name, value }: Props) {
  const { view_customer_direct_debit } = usePermissions()
  const [opened, setOpened] = useState<string | null>(null)
  const reveal = useContext(RevealContext)
  const [isBusy, setIsBusy] = useState(false)
  async function show() {
    setIsBusy(true)
    try {
      const answer = await reveal(() => send(unmaskCall(entity), { id, field: name }))
      if (answer) setOpened(answer.data?.value ?? '')
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <span>{opened === null ? value : asPeopleWrite(entity, name, opened)}</span>
      <Button
        variant="subtle"
        disabled={!view_customer_direct_debit}
        {...(view_customer_direct_debit ? {} : { title: whyHidden })}
        size="compact-xs"
        loading={isBusy}
        aria-label={`${opened === null ? 'Show' : 'Hide'} ${labelOf(entity, name)}`}
        onClick={opened === null ? show : () => setOpened(null)}
      >
        {opened === null ? 'Show' : 'Hide'}
      </Button>
    </Group>
  )
}

function asPeopleWrite(entity: Entity, name: string, value: string): string {
  const kind = entity.fields[name]?.kind
  if (kind === 'bankAccount') return formatBankAccount(value)
  return kind === 'date' ? formatDay(value) : value
}
