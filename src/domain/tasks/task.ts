import { membershipRoles } from '#domain/identity/membership.ts'
import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, longText, name, ref, text, timestamp } from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { subjectWords } from '#domain/operations/subject-words.ts'
import { taskMachine } from './task-machine.ts'

/** What tasks hang on; what belongs to a customer is told on the customer's timeline. */
export const taskSubjects = [
  'customer',
  'supplier',
  'partner',
  'staff',
  'contract',
  'meter',
  'proposal',
  'enquiry',
  'invoice',
  'bill',
  'invoicepayment',
  'billpayment',
  'adjustment',
] as const
export type TaskSubject = (typeof taskSubjects)[number]

/** What somebody is to do, by when; a person's, or any of a role's. */
export const task = entity({
  name: 'task',
  plural: 'tasks',
  title: 'subject',
  access: { read: 'user', write: 'user', remove: 'user' },
  machine: taskMachine,
  fields: {
    subject: name().label('Task'),
    text_plain: longText().label('Details'),
    task_status: choice('open', 'done').required().readonly().initially('open').label('Status'),
    due_date: date().label('Due'),
    reminder_date: date().label('Remind on'),
    staff_id: ref('staff').label('For'),
    role_name: choice(...membershipRoles).label('For the role'),
    reference_object: choice(...taskSubjects)
      .inWords(subjectWords)
      .label('About'),
    reference_id: integer().label('Record'),
    done_at: timestamp().readonly(),
    done_by: text().readonly(),
    reminded_at: timestamp().readonly(),
    // What the product asks for by itself, it asks for once.
    cause: text(100).readonly().unique(),
  },
  list: ['subject', 'reference_object', 'due_date', 'staff_id', 'role_name', 'task_status'],
  inPlace: ['due_date', 'reminder_date', 'staff_id'],
  form: {
    Task: ['subject', 'text_plain', 'due_date', 'reminder_date'],
    Who: ['staff_id', 'role_name'],
  },
  search: ['subject', 'text_plain'],
  find: {
    words: ['subject', 'text_plain'],
  },
  order: 'due_date',
  check: taskErrors,
})

export type Task = Row<typeof task>

interface TaskAim {
  staff_id?: number | null
  role_name?: string | null
  reference_object?: string | null
  reference_id?: number | null
}

function taskErrors({
  staff_id,
  role_name,
  reference_object,
  reference_id,
}: TaskAim): FieldError[] {
  const errors: FieldError[] = []
  const wrong = (field: string, message: string) =>
    errors.push({ field, code: 'bad_request', message })
  if (staff_id && role_name) wrong('role_name', 'Choose a person or a role, not both.')
  if (Boolean(reference_object) !== Boolean(reference_id))
    wrong('reference_id', 'Say which record it is about, and of what kind.')
  return errors
}
