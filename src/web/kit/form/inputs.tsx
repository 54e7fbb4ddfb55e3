import { Checkbox, Select, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { icpProblem, normaliseIcp } from '#domain/kit/icp.ts'
import { parseMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { choiceInWords } from '#domain/kit/wording.ts'
import { AddressInput } from './address-input.tsx'
import { DayInput } from './day-input.tsx'
import { DecimalInput } from './decimal-input.tsx'
import { useOptions } from './options.ts'
import { ReferenceInput, ReferencesInput } from './reference-input.tsx'
import { RichTextInput } from './rich-text-input.tsx'
import { StampInput } from './stamp-input.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'

export interface InputProps {
  entity: Entity
  name: string
  field: Field
  id: string
  label: string
  value: unknown
  error: string | undefined
  isDisabled: boolean
  /** Where typing begins in a dialog. */
  isFirst?: boolean | undefined
  onChange: (value: unknown) => void
  onBlur: () => void
}

/** How each kind of value is typed; a kind somebody forgot does not compile. */
export const inputs: Record<Kind, ComponentType<InputProps>> = {
  text: Line,
  longText: Lines,
  richText: (props) =>
    props.field.options.isFormatted ? <RichTextInput {...props} /> : <Lines {...props} />,
  email: (props) => <Line {...props} type="email" />,
  emails: Addresses,
  phone: (props) => <HumanLine {...props} type="tel" shown={formatPhone} />,
  url: (props) => <Line {...props} type="url" />,
  flag: Flag,
  integer: Whole,
  money: (props) => <DecimalInput {...props} scale={2} parse={parseMoney} />,
  rate: (props) => <DecimalInput {...props} scale={6} />,
  percent: (props) => <DecimalInput {...props} scale={4} suffix="%" />,
  quantity: (props) => <DecimalInput {...props} scale={6} />,
  date: Day,
  timestamp: StampInput,
  choice: Choice,
  option: Choice,
  ref: ReferenceInput,
  refs: ReferencesInput,
  json: Json,
  icp: Line,
  connections: Connections,
  nzbn: Line,
  gstNumber: Line,
  bankAccount: (props) => <HumanLine {...props} shown={formatBankAccount} />,
  bic: Line,
  postcode: (props) => <Line {...props} inputMode="numeric" />,
  timeZone: TimeZoneInput,
}

/** What the inputs of Mantine share. */
export function shared(props: InputProps) {
  const { field, name, id, label, error, isDisabled, isFirst, onBlur } = props
  return {
    ...(isFirst ? { 'data-autofocus': true } : {}),
    id,
    name,
    label,
    error,
    onBlur,
    size: 'sm' as const,
    description: field.options.hint,
    withAsterisk: field.options.required,
    disabled: isDisabled,
    'aria-required': field.options.required,
  }
}

/** In the shape of an ICP, with a checksum that is not its own. */
const isMistyped = (number: string) => icpProblem(number) === 'checksum'

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function Line(props: InputProps & { type?: string; inputMode?: 'numeric' }) {
  const { suggests } = props.field.options
  if (suggests) return <AddressInput {...props} part={suggests} />
  return (
    <TextInput
      {...shared(props)}
      type={props.type ?? 'text'}
      {...(props.inputMode ? { inputMode: props.inputMode } : {})}
      autoComplete="off"
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** A number as people write it; what somebody types stays as typed until they leave. */
function HumanLine(props: InputProps & { type?: string; shown: (number: string) => string }) {
  const [isEdited, setIsEdited] = useState(false)
  const text = asText(props.value)
  return (
    <TextInput
      {...shared(props)}
      type={props.type ?? 'text'}
      autoComplete="off"
      value={isEdited ? text : props.shown(text)}
      onBlur={() => {
        setIsEdited(false)
        props.onBlur()
      }}
      onChange={(event) => {
        setIsEdited(true)
        props.onChange(event.currentTarget.value)
      }}
    />
  )
}

/** Connections, with a word about an ICP that somebody has mistyped. */
function Connections(props: InputProps) {
  const numbers: unknown[] = Array.isArray(props.value) ? props.value : []
  const mistyped = numbers.map((number) => normaliseIcp(String(number))).filter(isMistyped)
  return (
    <>
      <Addresses {...props} />
      {mistyped.length > 0 && (
        <Text size="xs" c="amber" role="status" mt={4}>
          Check against a bill: the last three characters of {mistyped.join(', ')} don’t fit.
        </Text>
      )}
    </>
  )
}

function Lines(props: InputProps) {
  return (
    <Textarea
      {...shared(props)}
      autosize
      minRows={3}
      maxRows={16}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

function Addresses(props: InputProps) {
  return (
    <TagsInput
      {...shared(props)}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      value={Array.isArray(props.value) ? props.value : []}
      onChange={(value) => props.onChange(value)}
    />
  )
}

function Flag(props: InputProps) {
  const { id, name, label, error, description } = shared(props)
  return (
    <Checkbox
      id={id}
      name={name}
      mt={{ base: 0, sm: 26 }}
      label={label}
      error={error}
      description={description}
      disabled={props.isDisabled}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

function Whole(props: InputProps) {
  return (
    <TextInput
      {...shared(props)}
      inputMode="numeric"
      value={asText(props.value)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        // A number only once it is one; what was typed stays, and is refused with its reason.
        props.onChange(/^-?\d{1,10}$/.test(text) ? Number(text) : text)
      }}
    />
  )
}

function Day(props: InputProps) {
  const { id, name, label, error, description, onBlur } = shared(props)
  return (
    <DayInput
      id={id}
      name={name}
      label={label}
      error={error}
      description={description}
      required={props.field.options.required}
      disabled={props.isDisabled}
      isAnyDay={props.field.options.anyDay}
      value={asText(props.value)}
      onChange={props.onChange}
      onBlur={onBlur}
    />
  )
}

function Choice(props: InputProps) {
  const options = useOptions()
  const { choices, optionList } = props.field.options
  const inWords = (choice: string) => choiceInWords(props.field.options, choice)
  const value = asText(props.value) || null
  const entries = optionList
    ? options.of(optionList)
    : (choices ?? []).map((choice) => ({ value: choice, label: inWords(choice) }))
  const isListed = value === null || entries.some((entry) => entry.value === value)
  // A value that was hidden since then stays what it is until somebody changes it.
  const label = value && optionList ? options.labelOf(optionList, value) : inWords(value ?? '')
  const data = isListed ? entries : [...entries, { value: value ?? '', label }]
  return (
    <Select
      {...shared(props)}
      data={data}
      value={value}
      searchable={data.length > 8}
      clearable={!props.field.options.required}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      onChange={(next) => props.onChange(next)}
    />
  )
}

function Json(props: InputProps) {
  const text = typeof props.value === 'string' ? props.value : JSON.stringify(props.value ?? null)
  return (
    <Textarea
      {...shared(props)}
      autosize
      value={text}
      onChange={(event) => {
        try {
          props.onChange(JSON.parse(event.currentTarget.value))
        } catch {
          props.onChange(event.currentTarget.value)
        }
      }}
    />
  )
}
