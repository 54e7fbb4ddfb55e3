import { MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast, isRole } from '#domain/access/role.ts'
import { type Member, memberCalls } from '#domain/identity/member-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import type { ReportSchedule } from '#domain/reports/schedule/reportschedule.ts'
import { reportscheduleCalls } from '#domain/reports/schedule/reportschedule-calls.ts'
import {
  type Frequency,
  type RelativePeriod,
  relativePeriods,
  relativePeriodWords,
  weekdayChoices,
} from '#domain/reports/schedule/schedule-days.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

/** What the screen shows now and the mail is to show, too. */
export interface ShownReport {
  report_group: string | null
  only_of: string | null
  compare_with: 'before' | 'year' | null
}

interface Props {
  definition: ReportDefinition
  /** Null: a new one, of what is shown. */
  schedule: ReportSchedule | null
  shown: ShownReport
  onClose: () => void
}

const frequencyChoices: { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
]

const periodChoices = relativePeriods.map((value) => ({
  value,
  label: relativePeriodWords[value],
}))

/** When a report is mailed, of which days, and to whom; only to those who may read it. */
export function ScheduleDialog({ definition, schedule, shown, onClose }: Props) {
  const { user } = useSession()
  const [values, setValues] = useState(() => startOf(definition, schedule, user?.id ?? 0))
  const change = (next: Partial<typeof values>) => setValues((now) => ({ ...now, ...next }))
  const submit = useSubmit(async () => {
    const asked = { ...values, recipient_ids: values.recipient_ids.map(Number) }
    const answer = schedule
      ? await send(reportscheduleCalls.update, {
          ...{ id: schedule.id, version: schedule.version },
          ...asked,
        })
      : await send(reportscheduleCalls.create, {
          ...asked,
          ...shown,
          report_name: definition.name,
        })
    toast(schedule ? answer.message : `First sent on ${formatDayShort(answer.data.next_date)}.`)
    await queryClient.invalidateQueries({ queryKey: ['reportschedules'] })
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title={schedule ? 'Edit regular report' : `Send regularly: ${definition.title}`}
      button={schedule ? 'Save' : 'Send regularly'}
      submit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        name="name"
        required
        maxLength={120}
        value={values.name}
        error={submit.errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label="How often"
        description="At 7:00 in Auckland; not when there is nothing to report."
        value={values.frequency}
        data={frequencyChoices}
        // The choices are just the frequencies.
        onChange={({ currentTarget: { value } }) =>
          change({ frequency: value as Frequency, on_day: 1 })
        }
      />
      <DayChoice {...values} error={submit.errorOf('on_day')} change={change} />
      {definition.spans === 'period' && (
        <NativeSelect
          label="Of which days"
          description="Worked out on the day that it is sent."
          value={values.relative_period ?? ''}
          data={periodChoices}
          onChange={({ currentTarget: { value } }) =>
            change({ relative_period: value as RelativePeriod })
          }
        />
      )}
      <Recipients
        definition={definition}
        value={values.recipient_ids}
        error={submit.errorOf('recipient_ids')}
        onChange={(recipient_ids) => change({ recipient_ids })}
      />
    </DialogForm>
  )
}

function startOf(definition: ReportDefinition, schedule: ReportSchedule | null, me: number) {
  return {
    name: schedule?.name ?? definition.title,
    frequency: schedule?.frequency ?? ('weekly' as Frequency),
    on_day: schedule?.on_day ?? 1,
    relative_period:
      schedule?.relative_period ?? (definition.spans === 'day' ? null : ('last_month' as const)),
    recipient_ids: (schedule?.recipient_ids ?? [me]).map(String),
  } as {
    name: string
    frequency: Frequency
    on_day: number
    relative_period: RelativePeriod | null
    recipient_ids: string[]
  }
}

interface DayChoiceProps {
  frequency: Frequency
  on_day: number
  error: string | undefined
  change: (next: { on_day: number }) => void
}

function DayChoice({ frequency, on_day, error, change }: DayChoiceProps) {
  if (frequency === 'daily') return null
  if (frequency === 'weekly')
    return (
      <NativeSelect
        label="On"
        value={String(on_day)}
        data={weekdayChoices}
        error={error}
        onChange={(event) => change({ on_day: Number(event.currentTarget.value) })}
      />
    )
  return (
    <NumberInput
      label="On day of the month"
      description="A shorter month ends with its last day."
      min={1}
      max={31}
      allowDecimal={false}
      value={on_day}
      error={error}
      onChange={(value) => change({ on_day: Number(value) })}
    />
  )
}

interface RecipientsProps {
  definition: ReportDefinition
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

function Recipients({ definition, value, error, onChange }: RecipientsProps) {
  const { data = [] } = useQuery({
    queryKey: ['organisation', 'members'],
    queryFn: async ({ signal }) => (await send(memberCalls.list, {}, { signal })).data ?? [],
  })
  const readers = data.filter((one) => mayRead(one, definition))
  // Whoever may not read it any more is still shown, so that they can be taken off.
  const shown = data.filter((one) => readers.includes(one) || value.includes(String(one.user_id)))
  return (
    <MultiSelect
      label="To"
      description={`People with the role ${definition.role} or above.`}
      searchable
      value={value}
      error={error}
      onChange={onChange}
      data={shown.map((one) => ({ value: String(one.user_id), label: nameOf(one) }))}
    />
  )
}

const mayRead = ({ role_name }: Member, { role }: ReportDefinition) =>
  isRole(role_name) && atLeast(role_name, role)

const nameOf = ({ firstname, lastname, username }: Member) =>
  [firstname, lastname].filter(Boolean).join(' ') || username
