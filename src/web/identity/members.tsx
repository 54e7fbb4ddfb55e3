import { Button, Group, Select, Skeleton, Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Member, memberCalls } from '#domain/identity/member-calls.ts'
import { membershipCalls } from '#domain/identity/membership-calls.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { EditPermissions } from './edit-permissions.tsx'
import { Invitations, roleChoices } from './invitations.tsx'
import { PlatformVisits } from './platform-visits.tsx'

const reload = () => queryClient.invalidateQueries({ queryKey: ['members'] })

/** Who works in the organisation, and as what; for its admins. */
export function Members() {
  const { data } = useQuery({
    queryKey: ['members'],
    queryFn: async () => (await send(memberCalls.list, {})).data ?? [],
    staleTime: 0,
  })
  if (!data) return <Skeleton height={200} />
  return (
    <Stack>
      <Table aria-label="Members">
        <Table.Tbody>
          {data.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </Table.Tbody>
      </Table>
      <Invitations />
      <PlatformVisits />
    </Stack>
  )
}

function MemberRow({ member }: { member: Member }) {
  const name = [member.firstname, member.lastname].filter(Boolean).join(' ') || member.username
  const attempt = async (call: Promise<unknown>) => {
    try {
      await call
      toast('Changes saved.')
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await reload()
    }
  }
  const changeRole = (role_name: Member['role_name']) =>
    send(membershipCalls.update, { id: member.id, version: member.version, role_name })
  async function remove() {
    const answer = await ask<'remove' | 'cancel'>({
      title: 'Remove from the organisation?',
      text: `${name} can no longer sign in to this organisation.`,
      cancel: 'cancel',
      answers: [
        { answer: 'cancel', label: 'Cancel' },
        { answer: 'remove', label: 'Remove', isDanger: true },
      ],
    })
    if (answer === 'remove') await attempt(send(membershipCalls.remove, { id: member.id }))
  }
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        <Select
          size="xs"
          w={130}
          aria-label={`Role of ${name}`}
          data={roleChoices}
          value={member.role_name}
          onChange={(role_name) => role_name && attempt(changeRole(role_name))}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            variant="subtle"
            onClick={() =>
              openDialog({ title: 'Edit permissions' }, (close) => (
                <EditPermissions userId={member.user_id} onDone={close} />
              ))
            }
          >
            Permissions
          </Button>
          <Button variant="subtle" color="red" onClick={remove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
