import { Badge, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GuardCodeState } from '#domain/customers/guard-code.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { formatStamp, formatTime } from '#web/kit/session/clock.ts'
import { usePermissions } from '#web/kit/session/permissions.ts'
import { RemoveGuardCode, SetGuardCode } from './guard-code-change.tsx'
import { guardCodeQuery } from './guard-code-query.ts'

/** Whether a code stands before the details, and the place to set, change or remove it. */
export function GuardCodeCard(props: { customer_id: number; isArchived: boolean }) {
  const { customer_id, isArchived } = props
  const { set_customer_direct_debit_password: maySet = false } = usePermissions()
  const { data, isError, error, refetch } = useQuery(guardCodeQuery(customer_id))
  return (
    <Paper component="section" aria-label="Guard code">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 260px' }}>
          <Group gap="sm">
            <Title order={2}>Guard code</Title>
            {data && <Standing state={data} />}
          </Group>
          {!data && !isError && <Skeleton height={20} mt="xs" />}
          {isError && <Trouble cause={error} onRetry={() => void refetch()} />}
          {data && (
            <Text size="sm" c="dimmed">
              {wordsOf(data)}
            </Text>
          )}
        </div>
        {data && maySet && !isArchived && <Changes customer_id={customer_id} state={data} />}
      </Group>
    </Paper>
  )
}

function Standing({ state }: { state: GuardCodeState }) {
  if (!state.is_set) return <Badge color="gray">Not set</Badge>
  if (state.locked_until)
    return <Badge color="red">Locked until {formatTime(state.locked_until)}</Badge>
  if (state.open_until)
    return <Badge color="amber">Open to you until {formatTime(state.open_until)}</Badge>
  return (
    <Badge color="petrol" leftSection={<IconLock size={12} aria-hidden />}>
      Set
    </Badge>
  )
}

function wordsOf({ is_set, set_at, set_by_name }: GuardCodeState): string {
  if (!is_set || set_at === null)
    return 'Everybody with the permission opens the bank account and the mandate without a code.'
  return `Set by ${set_by_name} on ${formatStamp(set_at)}. It opens the bank account and the mandate for ten minutes.`
}

function Changes({ customer_id, state }: { customer_id: number; state: GuardCodeState }) {
  const [asked, setAsked] = useState<'set' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => setAsked('set')}>
        {state.is_set ? 'Change guard code' : 'Set guard code'}
      </Button>
      {state.is_set && (
        <Button variant="default" size="xs" onClick={() => setAsked('remove')}>
          Remove
        </Button>
      )}
      {asked === 'set' && (
        <SetGuardCode customer_id={customer_id} isChange={state.is_set} onClose={close} />
      )}
      {asked === 'remove' && <RemoveGuardCode customer_id={customer_id} onClose={close} />}
    </Group>
  )
}
