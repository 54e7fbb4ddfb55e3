import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { membershipRoles } from '#domain/identity/membership.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { TaskSubject } from '#domain/tasks/task.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import { forgetTasks } from './finish-task.ts'
import classes from './tasks.module.css'

export interface About {
  reference_object: TaskSubject
  reference_id: number
}

interface Props {
  /** The record it hangs on; none for a task of its own. */
  about: About | null
  onSaved?: () => void
  /** Where it stands by itself, one begins to write at once. */
  isFocused?: boolean
}

const blank = { subject: '', for: 'me', due_date: '', reminder_date: '' }

/** One line says what; whom and when are there for those who need them. Enter saves. */
export function NewTask({ about, onSaved, isFocused = false }: Props) {
  const [typed, setTyped] = useState(blank)
  const subject = useRef<HTMLInputElement>(null)
  const put = (change: Partial<typeof blank>) => setTyped((before) => ({ ...before, ...change }))
  const submit = useSubmit(async (key) => {
    await send(taskCalls.create, bodyOf(typed, about), { key })
    setTyped(blank)
    await forgetTasks()
    toast('Task created.')
    subject.current?.focus()
    onSaved?.()
  })
  return (
    <form onSubmit={submit.onSubmit} aria-label="Add a task">
      <Stack gap="xs">
        <TextInput
          ref={subject}
          label={isFocused ? 'Task' : 'New task'}
          placeholder="What is to be done?"
          value={typed.subject}
          error={submit.errorOf('subject') ?? submit.problem}
          onChange={(event) => put({ subject: event.currentTarget.value })}
          data-autofocus={isFocused || undefined}
        />
        <div className={classes.fields}>
          <ForWhom value={typed.for} onChange={(next) => put({ for: next })} />
          <DayInput
            label="Due"
            value={typed.due_date}
            onChange={(day) => put({ due_date: day ?? '' })}
            error={submit.errorOf('due_date')}
          />
          <DayInput
            label="Remind on"
            value={typed.reminder_date}
            onChange={(day) => put({ reminder_date: day ?? '' })}
            error={submit.errorOf('reminder_date')}
          />
          <Button type="submit" loading={submit.isBusy} disabled={typed.subject.trim() === ''}>
            Add task
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function bodyOf(typed: typeof blank, about: About | null): InputOf<typeof taskCalls.create> {
  const [kind, who] = typed.for.split(' ')
  const role_name = membershipRoles.find((role) => kind === 'role' && role === who) ?? null
  return {
    subject: typed.subject.trim(),
    due_date: typed.due_date || null,
    reminder_date: typed.reminder_date || null,
    staff_id: kind === 'staff' ? Number(who) : null,
    role_name,
    ...about,
  }
}

function ForWhom({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const staff = useQuery(fullList('staffs'))
  const people = (staff.data ?? []).filter((row) => row.is_active)
  return (
    <Select
      label="For"
      searchable
      value={value}
      onChange={(next) => onChange(next ?? 'me')}
      data={[
        { value: 'me', label: 'Me' },
        {
          group: 'People',
          items: people.map((row) => ({ value: `staff ${row.id}`, label: String(row.name) })),
        },
        {
          group: 'Roles',
          items: membershipRoles.map((role) => ({
            value: `role ${role}`,
            label: `Role: ${humanise(role).toLowerCase()}`,
          })),
        },
      ]}
    />
  )
}
