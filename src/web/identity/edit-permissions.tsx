import { Checkbox, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staff } from '#domain/identity/staff.ts'
import {
  type PermissionFlags,
  permissionFlags,
  userPermissionCalls,
} from '#domain/identity/user-permission-calls.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { SmallForm } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

/** Edit permissions: the flags of the staff member a user is. */
export function EditPermissions({ userId, onDone }: { userId: number; onDone: () => void }) {
  const { data } = useQuery({
    queryKey: ['userpermission', userId],
    queryFn: async () => (await send(userPermissionCalls.get, { user_id: userId })).data,
    staleTime: 0,
  })
  if (!data) return <Skeleton height={180} />
  if (data.staff_id === null) {
    return (
      <Text size="sm">
        This user is not staff of this organisation. Add them to Staff first and choose their
        sign-in there.
      </Text>
    )
  }
  return <Form userId={userId} flags={data} onDone={onDone} />
}

interface FormProps {
  userId: number
  flags: PermissionFlags
  onDone: () => void
}

function Form({ userId, flags, onDone }: FormProps) {
  const held = permissionFlags.filter((name) => flags[name])
  const [chosen, setChosen] = useState<string[]>(held)
  const submit = useSubmit(async (key) => {
    const wanted = Object.fromEntries(permissionFlags.map((name) => [name, chosen.includes(name)]))
    await send(userPermissionCalls.edit, { user_id: userId, ...wanted }, { key })
    await queryClient.invalidateQueries()
    toast('Changes saved.')
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Edit permissions" button="Save">
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Permissions">
        {permissionFlags.map((name) => (
          <Checkbox key={name} my="xs" value={name} label={labelOf(staff, name)} />
        ))}
      </Checkbox.Group>
    </SmallForm>
  )
}
