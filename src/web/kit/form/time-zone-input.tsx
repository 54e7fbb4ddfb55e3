import { Select } from '@mantine/core'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { type InputProps, shared } from './inputs.tsx'

/** A zone of those the browser knows; the one of the business comes first. */
export function TimeZoneInput(props: InputProps) {
  const value = typeof props.value === 'string' && props.value ? props.value : null
  const known = [BUSINESS_TIME_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')]
  // One that this browser writes otherwise stays what it is until somebody changes it.
  const zones = [...new Set(value ? [...known, value] : known)]
  return (
    <Select
      {...shared(props)}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={value}
      searchable
      limit={100}
      nothingFoundMessage="No time zone of that name."
      clearable={!props.field.options.required}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      onChange={(next) => props.onChange(next)}
    />
  )
}
