import { Button, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, invitationCalls } from '#domain/identity/invitation-calls.ts'
import type { Member } from '#domain/identity/member-calls.ts'
import { membershipRoles } from '#domain/identity/membership.ts'
import { membershipCalls } from '#domain/identity/membership-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { SmallForm } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

export const roleChoices = membershipRoles.map((name) => ({ value: name, label: humanise(name) }))
const reload = () => queryClient.invalidateQueries({ queryKey: ['invitations'] })

async function attempt(call: Promise<{ message: string }>): Promise<void> {
  try {
    toast((await call).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await reload()
  }
}

const columns: Column<Invitation>[] = [
  { heading: 'Invited', isRowHeading: true, cell: (row) => row.invited },
  { heading: 'Role', cell: (row) => humanise(row.role_name) },
  { heading: 'Sent', cell: (row) => formatStamp(row.sent_at) },
  {
    heading: 'Status',
    cell: ({ invitation_status: status }) => <StatusChip value={status} label={humanise(status)} />,
  },
  { heading: 'Actions', cell: (row) => <Actions row={row} /> },
]

/** Whom the organisation has asked to join, and asking somebody else. */
export function Invitations() {
  const { data = [] } = useQuery({
    queryKey: ['invitations'],
    queryFn: async () => (await send(invitationCalls.list, {})).data ?? [],
    staleTime: 0,
  })
  // Who has joined stands among the members.
  const rows = data.filter(({ invitation_status }) => invitation_status !== 'accepted')
  return (
    <Stack gap="sm">
      <Invite />
      {rows.length > 0 && (
        <>
          <Title order={3}>Invitations</Title>
          <PlainTable label="Invitations" columns={columns} rows={rows} keyOf={(row) => row.id} />
        </>
      )}
    </Stack>
  )
}

function Actions({ row }: { row: Invitation }) {
  const { id, invited, invitation_status } = row
  if (invitation_status !== 'waiting' && invitation_status !== 'expired') return null
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        variant="subtle"
        aria-label={`Send the invitation of ${invited} again`}
        onClick={() => attempt(send(invitationCalls.resend, { id }))}
      >
        Send again
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={`Withdraw the invitation of ${invited}`}
        onClick={() => attempt(send(invitationCalls.withdraw, { id }))}
      >
        Withdraw
      </Button>
    </Group>
  )
}

function Invite() {
  const [username, setUsername] = useState('')
  const [role_name, setRole] = useState<Member['role_name'] | null>('user')
  const submit = useSubmit(async (key) => {
    if (!role_name) return
    const invited = { username: username.trim(), role_name }
    const { message } = await send(membershipCalls.create, invited, { key })
    setUsername('')
    toast(message)
    await reload()
  })
  return (
    <SmallForm submit={submit} label="Invite somebody" button="Invite">
      <Group gap="xs" align="flex-start" grow>
        <TextInput
          label="Username or email"
          value={username}
          error={submit.errorOf('username')}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <Select label="Role" size="sm" data={roleChoices} value={role_name} onChange={setRole} />
      </Group>
    </SmallForm>
  )
}
