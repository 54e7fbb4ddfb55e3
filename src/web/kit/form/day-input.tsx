import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { businessToday, MIN_BUSINESS_DAY, parseDay } from '#domain/kit/calendar.ts'

interface Props {
  label: string
  value: string
  onChange: (day: string | null) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  description?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** Birth dates and the like may be older than the first business day. */
  isAnyDay?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
}

/** A day typed as people type it (3/2/26, 3 Feb, today, +7, eom) or picked from a calendar. */
export function DayInput({ value, onChange, isAnyDay = false, ...rest }: Props) {
  const { onBlur, error, description, required, disabled, id, name, label } = rest
  return (
    <DateInput
      label={label}
      value={value || null}
      onChange={onChange}
      dateParser={(text) => parseDay(text, businessToday(Temporal.Now.instant()))}
      valueFormat="DD/MM/YYYY"
      placeholder="DD/MM/YYYY"
      size="sm"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      firstDayOfWeek={1}
      {...(isAnyDay ? {} : { minDate: MIN_BUSINESS_DAY })}
      // What was typed is never cleared; the message says what is wrong with it.
      fixOnBlur={false}
      error={error}
      description={description}
      required={required ?? false}
      withAsterisk={required ?? false}
      disabled={disabled ?? false}
      {...(onBlur ? { onBlur } : {})}
      {...(id ? { id } : {})}
      {...(name ? { name } : {})}
    />
  )
}
