import { TextInput } from '@mantine/core'
import { EARLIEST_DAY, formatDayLong } from '#domain/kit/calendar.ts'
import { readTypedDay } from '#domain/kit/typed-day.ts'
import { dayShown, formatStamp, shownZone, shownZoneMark } from '#web/kit/session/clock.ts'
import { type InputProps, shared } from './inputs.tsx'
import { type Reading, useTyped } from './use-typed.ts'

/** A day and a time on the clocks of whoever types, as 15/11/2026 14:30. */
export function StampInput(props: InputProps) {
  const { label, value, error } = props
  const typed = useTyped({
    value: typeof value === 'string' ? value : '',
    read: (text) => readStamp(text, label),
    show,
    onChange: props.onChange,
  })
  return (
    <TextInput
      {...shared(props)}
      description={described(props)}
      ref={typed.input}
      readOnly={props.field.options.readonly}
      placeholder="DD/MM/YYYY HH:MM"
      autoComplete="off"
      error={typed.isTyping && !error ? undefined : (typed.problem ?? error)}
      value={typed.text}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.settle()
        if (event.key !== 'Escape' || !(typed.isTyping || typed.problem)) return
        event.stopPropagation()
        typed.takeBack()
      }}
      data-mantine-stop-propagation={typed.isTyping || undefined}
      onBlur={() => {
        typed.settle()
        props.onBlur()
      }}
    />
  )
}

/** Says whose clocks are meant where they are not the business's. */
function described({ field }: InputProps): string | undefined {
  const mark = shownZoneMark()
  const clocks = mark && `The time in${mark}.`
  return [field.options.hint, clocks].filter(Boolean).join(' ') || undefined
}

function show(value: string): string {
  const [day, time] = formatStamp(value).split(' ')
  return day && time ? `${formatDayLong(day)} ${time.slice(0, 5)}` : value
}

function readStamp(typed: string, label: string): Reading {
  const [, dayText = '', hour = '0', minute = '00'] =
    /^(.+?)(?:\s+(\d{1,2})[:.](\d{2}))?$/.exec(typed.trim()) ?? []
  const today = dayShown(Temporal.Now.instant())
  const reading = readTypedDay(dayText, { label, today, floor: EARLIEST_DAY })
  if ('why' in reading) return { problem: reading.message }
  if (Number(hour) > 23 || Number(minute) > 59)
    return { problem: `${label}: there is no time ${hour}:${minute}.` }
  const time = Temporal.PlainTime.from({ hour: Number(hour), minute: Number(minute) })
  const local = Temporal.PlainDate.from(reading.day).toPlainDateTime(time)
  const zoned = local.toZonedDateTime(shownZone())
  // The clocks leave out an hour once a year.
  if (!zoned.toPlainDateTime().equals(local))
    return { problem: `${label}: there is no ${hour}:${minute} on that day, summer time begins.` }
  return { value: zoned.toInstant().toString() }
}
