import '@mantine/dates/styles.css'
import { Input, Popover, Text, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useState } from 'react'
import {
  businessToday,
  EARLIEST_DAY,
  formatDayLong,
  formatDayShort,
  isDay,
  LATEST_DAY,
  MIN_BUSINESS_DAY,
} from '#domain/kit/calendar.ts'
import { readTypedDay } from '#domain/kit/typed-day.ts'
import { holidaysOf } from '#domain/kit/working-day.ts'
import classes from './day-input.module.css'
import { type Reading, type TypedText, useTyped } from './use-typed.ts'

interface Props {
  label: string
  value: string
  /** The day, null for an empty field, or the text itself while it is no day. */
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
export function DayInput(props: Props) {
  const { label, value, onChange, isAnyDay = false } = props
  const floor = isAnyDay ? EARLIEST_DAY : MIN_BUSINESS_DAY
  const read = (text: string) => readDay(text, label, floor)
  const typed = useTyped({ value, read, show: (day) => formatDayLong(day) || day, onChange })
  const [isOpen, setIsOpen] = useState(false)
  const put = (day: string | null) => {
    setIsOpen(false)
    typed.put(day)
  }
  const opening = { isOpen: isOpen && props.disabled !== true, setIsOpen }
  return (
    <div>
      <Popover
        opened={opening.isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        withRoles={false}
      >
        {/* The whole field, so that the calendar comes below its message and never over it. */}
        <Popover.Target>
          <div>
            <Line {...props} {...opening} typed={typed} floor={floor} />
          </div>
        </Popover.Target>
        {/* The pointer leaves the focus in the field; losing it would close the calendar. */}
        <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
          <Month key={value} day={isDay(value) ? value : null} floor={floor} onPick={put} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

interface LineProps extends Props {
  typed: TypedText
  floor: string
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
}

function Line(props: LineProps) {
  const { label, disabled = false, typed, isOpen, setIsOpen, error } = props
  return (
    <TextInput
      ref={typed.input}
      label={label}
      description={props.description}
      size="sm"
      placeholder="DD/MM/YYYY"
      autoComplete="off"
      required={props.required ?? false}
      disabled={disabled}
      // A half-written day is not called wrong, unless somebody wants to save it as it is.
      error={typed.isTyping && !error ? undefined : (typed.problem ?? error)}
      value={typed.text}
      onChange={(event) => {
        // Who types needs no calendar, and the buttons below it are in sight again.
        setIsOpen(false)
        typed.type(event.currentTarget.value)
      }}
      onClick={() => setIsOpen(true)}
      onBlur={() => {
        setIsOpen(false)
        typed.settle()
        props.onBlur?.()
      }}
      onKeyDown={(event) => onKey(event, props)}
      // Escape is the field's own as long as it has something to take back.
      data-mantine-stop-propagation={isOpen || hasTakeBack(typed) || undefined}
      rightSection={
        typed.text !== '' &&
        !disabled && (
          <Input.ClearButton aria-label={`Clear ${label}`} onClick={() => typed.put(null)} />
        )
      }
      {...(props.id ? { id: props.id } : {})}
      {...(props.name ? { name: props.name } : {})}
    />
  )
}

const hasTakeBack = ({ isTyping, problem }: TypedText) => isTyping || problem !== undefined

function onKey(event: KeyboardEvent, { value, typed, floor, isOpen, setIsOpen }: LineProps) {
  const { key } = event
  if (key === 'Enter') {
    setIsOpen(false)
    typed.settle()
  }
  if (key === 'Escape' && (isOpen || hasTakeBack(typed))) {
    event.stopPropagation()
    setIsOpen(false)
    if (hasTakeBack(typed)) typed.takeBack()
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return
  event.preventDefault()
  if (event.altKey) return setIsOpen(key === 'ArrowDown')
  const next = value === '' ? todayNow() : daysAfter(value, key === 'ArrowUp' ? 1 : -1)
  if (next && next >= floor && next <= LATEST_DAY) typed.put(next)
}

interface MonthProps {
  day: string | null
  floor: string
  onPick: (day: string | null) => void
}

/** The month of the day that was typed, with its national holidays by their names. */
function Month({ day, floor, onPick }: MonthProps) {
  const [shown, setShown] = useState(day ?? todayNow())
  const holidays = [...holidaysOf(Number(shown.slice(0, 4)))].filter(([date]) =>
    date.startsWith(shown.slice(0, 7)),
  )
  return (
    <>
      <DatePicker
        value={day}
        onChange={onPick}
        date={shown}
        onDateChange={setShown}
        minDate={floor}
        maxDate={LATEST_DAY}
        firstDayOfWeek={1}
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
        classNames={{ day: classes.day ?? '' }}
        getDayProps={holidayMark}
      />
      {holidays.map(([date, name]) => (
        <Text key={date} size="xs" mt={4}>
          {Number(date.slice(8))}: {name}
        </Text>
      ))}
    </>
  )
}

function holidayMark(date: string) {
  const name = holidaysOf(Number(date.slice(0, 4))).get(date)
  if (!name) return {}
  // Called by what is seen of it, the number first.
  const day = formatDayShort(date).replace(/^0/, '')
  return { title: name, 'aria-label': `${day}, ${name}`, 'data-holiday': true }
}

const todayNow = () => businessToday(Temporal.Now.instant())

function daysAfter(day: string, days: number): string | null {
  return isDay(day) ? Temporal.PlainDate.from(day).add({ days }).toString() : null
}

function readDay(text: string, label: string, floor: string): Reading {
  const reading = readTypedDay(text, { label, today: todayNow(), floor })
  return 'day' in reading ? { value: reading.day } : { problem: reading.message }
}
