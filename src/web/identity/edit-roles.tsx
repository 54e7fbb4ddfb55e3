import { Checkbox, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#domain/identity/account.ts'
import { type Membership, membershipRoles } from '#domain/identity/membership.ts'
import { membershipCalls, roleCalls } from '#domain/identity/membership-calls.ts'
import { userCalls } from '#domain/identity/user-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { SmallForm } from '#web/kit/form/small-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

type PlatformRole = Account['roles'][number]

/** Edit Roles: a user's platform roles, and their role in the organisation at hand. */
export function EditRoles({ row, onDone }: { row: EditRow; onDone: () => void }) {
  const roles = useQuery({
    queryKey: ['roles', 'all'],
    queryFn: async () => (await send(roleCalls.list, { limit: 500 })).data ?? [],
  })
  const membership = useQuery({
    queryKey: ['memberships', 'of', row.id],
    queryFn: async () => (await send(membershipCalls.list, { user_id: row.id })).data?.[0] ?? null,
  })
  if (!roles.data || membership.data === undefined) return <Skeleton height={180} />
  return <Form row={row} roles={roles.data} membership={membership.data} onDone={onDone} />
}

interface FormProps {
  row: EditRow
  roles: PlatformRole[]
  membership: Membership | null
  onDone: () => void
}

function Form({ row, roles, membership, onDone }: FormProps) {
  const { user } = useSession()
  // The user's row carries its roles, which the list of fields does not know.
  const own = Array.isArray(row.roles) ? (row.roles as PlatformRole[]) : []
  const [chosen, setChosen] = useState(own.map((role) => String(role.id)))
  const [roleName, setRoleName] = useState(membership?.role_name ?? null)
  const submit = useSubmit(async () => {
    const { id, version } = row
    const before = own.map((role) => String(role.id))
    if (before.toSorted().join() !== chosen.toSorted().join())
      await send(userCalls.update, { id, version, role_ids: chosen.map(Number) })
    await saveMembership(id, membership, roleName)
    await queryClient.invalidateQueries()
    toast('Roles saved.')
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Edit Roles" button="Save">
      <Checkbox.Group label="Roles of the platform" value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Checkbox key={role.id} value={String(role.id)} label={role.name} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={`Role in ${user?.organisation_name ?? 'this organisation'}`}
        placeholder="Not a member"
        clearable
        data={membershipRoles.map((name) => ({ value: name, label: humanise(name) }))}
        value={roleName}
        onChange={setRoleName}
        comboboxProps={{ withinPortal: true }}
      />
      <Text size="xs" c="dimmed">
        A change ends the person's sessions; they sign in again with the new rights.
      </Text>
    </SmallForm>
  )
}

async function saveMembership(
  user_id: number,
  before: Membership | null,
  role: Membership['role_name'] | null,
) {
  if (role === (before?.role_name ?? null)) return
  if (role && !before) await send(membershipCalls.create, { user_id, role_name: role })
  else if (before && role === null) await send(membershipCalls.remove, { id: before.id })
  else if (before && role) {
    const { id, version } = before
    await send(membershipCalls.update, { id, version, role_name: role })
  }
}
