import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, name, ref, refs, text } from '#domain/kit/field.ts'
import { machine } from '#domain/kit/machine.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { type Frequency, frequencies, mostDays, relativePeriods } from './schedule-days.ts'

const scheduleStates = ['active', 'paused'] as const

const reportscheduleMachine = machine({
  field: 'schedule_status',
  states: scheduleStates,
  transitions: [
    { action: 'update', from: [...scheduleStates], to: null, who: 'user' },
    { action: 'pause', from: ['active'], to: 'paused', who: 'user' },
    { action: 'resume', from: ['paused'], to: 'active', who: 'user' },
    { action: 'delete', from: [...scheduleStates], to: 'deleted', who: 'user' },
    { action: 'restore', from: ['deleted'], to: null, who: 'user' },
  ],
})

export const MOST_RECIPIENTS = 50

/** A report that is mailed to colleagues again and again; it is seen by whoever asked for it. */
export const reportschedule = entity({
  name: 'reportschedule',
  plural: 'reportschedules',
  label: 'Regular report',
  labelPlural: 'Regular reports',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    name: name(120),
    report_name: text(40).required().label('Report'),
    frequency: choice(...frequencies)
      .required()
      .label('How often')
      .initially('weekly'),
    on_day: integer()
      .required()
      .label('On day')
      .initially(1)
      .hint('Of the week from Monday, or of the month; a shorter month ends with its last day.'),
    relative_period: choice(...relativePeriods)
      .label('Of which days')
      .hint('Worked out on the day that it is sent.'),
    report_group: text(40).label('Grouped by'),
    only_of: text(300).label('Only of'),
    compare_with: choice('before', 'year').label('Compared with'),
    recipient_ids: refs('user').label('To'),
    schedule_status: choice(...scheduleStates)
      .required()
      .readonly()
      .initially('active')
      .label('Status'),
    owner_id: ref('user').readonly().label('Asked for by'),
    next_date: date().readonly().label('Next'),
    last_date: date().readonly().label('Last'),
    last_outcome: text(500).readonly().label('What became of the last'),
  },
  list: ['name', 'report_name', 'frequency', 'schedule_status', 'next_date', 'last_outcome'],
  form: {
    'Regular report': [
      ...(['name', 'report_name', 'frequency', 'on_day', 'relative_period'] as const),
      ...(['report_group', 'only_of', 'compare_with', 'recipient_ids'] as const),
    ],
  },
  search: ['name'],
  order: 'name',
  machine: reportscheduleMachine,
  check: ({ frequency, on_day, recipient_ids }) => [
    ...dayErrors(frequency ?? 'weekly', on_day),
    ...recipientErrors(recipient_ids ?? []),
  ],
})

export type ReportSchedule = Row<typeof reportschedule>

function dayErrors(frequency: Frequency, on_day: number | undefined): FieldError[] {
  const most = mostDays[frequency]
  if (on_day === undefined || (on_day >= 1 && on_day <= most)) return []
  const message = `Choose a day from 1 to ${most}.`
  return [{ field: 'on_day', code: 'bad_request', message }]
}

function recipientErrors(ids: readonly number[]): FieldError[] {
  if (ids.length <= MOST_RECIPIENTS) return []
  const message = `At most ${MOST_RECIPIENTS} people get one report.`
  return [{ field: 'recipient_ids', code: 'bad_request', message }]
}
