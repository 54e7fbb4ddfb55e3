import { Checkbox, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staff } from '#domain/identity/staff.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { api } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { SmallForm } from './small-form.tsx'

type Flags = Record<string, unknown> & { staff_id: number | null }

// §6: what a member of staff may do besides their role.
const names = staff.form['What they may do'] ?? []

/** Edit permissions: the flags of the staff member a user is. */
export function EditPermissions({ userId, onDone }: { userId: number; onDone: () => void }) {
  const { data } = useQuery({
    queryKey: ['userpermission', userId],
    queryFn: async () => (await api.get<Flags>('/userpermission', { user_id: userId })).data,
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

function Form({ userId, flags, onDone }: { userId: number; flags: Flags; onDone: () => void }) {
  const [chosen, setChosen] = useState(names.filter((name) => flags[name] === true))
  const submit = useSubmit(async (key) => {
    const wanted = Object.fromEntries(names.map((name) => [name, chosen.includes(name)]))
    await api.post('/userpermission', { user_id: userId, ...wanted }, { key })
    await queryClient.invalidateQueries()
    toast('Changes saved.')
    onDone()
  })
  return (
    <SmallForm submit={submit} label="Edit permissions" button="Save">
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Permissions">
        {names.map((name) => (
          <Checkbox key={name} my="xs" value={name} label={labelOf(staff, name)} />
        ))}
      </Checkbox.Group>
    </SmallForm>
  )
}
