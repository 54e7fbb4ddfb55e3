import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { businessDayOf, formatDayShort } from '#domain/kit/calendar.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { Task } from '#domain/tasks/task.ts'
import { today } from '#web/kit/frame/today.ts'
import type { Titles } from '#web/kit/session/api.ts'

export const isOverdue = ({ task_status, due_date }: Pick<Task, 'task_status' | 'due_date'>) =>
  task_status === 'open' && due_date !== null && due_date < today()

const roleWords: Record<NonNullable<Task['role_name']>, string> = {
  user: 'any user',
  accounting: 'accounting',
  manager: 'any manager',
  admin: 'any admin',
}

/** Who it is for, in words. */
export function whoseWords({ staff_id, role_name }: Task, titles: Titles): string {
  if (staff_id !== null) return `For ${titles.staff?.[String(staff_id)] ?? 'a colleague'}`
  return role_name ? `For ${roleWords[role_name]}` : 'For nobody yet'
}

/** When and by whom, in one line. */
export function taskLine(row: Task, titles: Titles): string {
  if (row.task_status === 'done')
    return `Done by ${row.done_by} on ${formatDayShort(businessDayOf(row.done_at))}`
  const due = row.due_date && `due ${formatDayShort(row.due_date)}`
  const reminder = row.reminder_date && `reminder ${formatDayShort(row.reminder_date)}`
  return [whoseWords(row, titles), due, reminder].filter(Boolean).join(' · ')
}

const kinds: Record<string, string> = { invoicepayment: 'Payment', billpayment: 'Payment' }
// Names speak for themselves; a number needs to be told what it is the number of.
const named = new Set(['customer', 'supplier', 'partner', 'staff'])

/** The record it hangs on, by its kind and name, and the way to it. */
export function AboutRecord({ row, titles }: { row: Task; titles: Titles }) {
  const { reference_object: object, reference_id: id } = row
  if (object === null || id === null) return <span>—</span>
  const kind = kinds[object] ?? humanise(object)
  const title = titles[object]?.[String(id)]
  const path = pathOfRow(object, id)
  const words = title ? (named.has(object) ? title : `${kind} ${title}`) : kind
  if (!path) return <span>{words}</span>
  return (
    <Anchor component={Link} to={path} size="sm" inherit>
      {words}
    </Anchor>
  )
}
