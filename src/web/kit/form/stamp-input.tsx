import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import {
  BUSINESS_TIME_ZONE,
  businessToday,
  formatDay,
  formatStamp,
  parseDay,
} from '#domain/kit/calendar.ts'
import { type InputProps, shared } from './inputs.tsx'

/** A day and a time on the clocks of the business, typed as 15/11/2026 14:30. */
export function StampInput(props: InputProps) {
  const given = shown(props.value)
  const [text, setText] = useState(given)
  // The value changes from outside when a record is loaded or merged.
  useEffect(() => setText(given), [given])
  return (
    <TextInput
      {...shared(props)}
      readOnly={props.field.options.readonly}
      placeholder="DD/MM/YYYY HH:MM"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        const typed = text.trim()
        // What cannot be read is kept as typed and refused with its reason.
        if (typed !== given) props.onChange(typed === '' ? null : (instantOf(typed) ?? typed))
        props.onBlur()
      }}
    />
  )
}

function shown(value: unknown): string {
  const [day, time] = formatStamp(typeof value === 'string' ? value : null).split(' ')
  if (!day || !time) return typeof value === 'string' ? value : ''
  return `${formatDay(day)} ${time.slice(0, 5)}`
}

function instantOf(typed: string): string | null {
  const [, dayText = '', hour = '0', minute = '00'] =
    /^(.+?)(?:\s+(\d{1,2})[:.](\d{2}))?$/.exec(typed) ?? []
  const day = parseDay(dayText, businessToday(Temporal.Now.instant()))
  if (!day || Number(hour) > 23 || Number(minute) > 59) return null
  const time = Temporal.PlainTime.from({ hour: Number(hour), minute: Number(minute) })
  const local = Temporal.PlainDate.from(day).toPlainDateTime(time)
  return local.toZonedDateTime(BUSINESS_TIME_ZONE).toInstant().toString()
}
