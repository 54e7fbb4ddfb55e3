import {
  type ComboboxItem,
  MultiSelect,
  type OptionsFilter,
  Select,
  type SelectProps,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fold } from '#domain/kit/wording.ts'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import { type InputProps, shared } from './inputs.tsx'

interface Entry {
  value: string
  label: string
  /** What tells it from others of its name. */
  detail: string
}
type Row = Record<string, unknown> & { id: number }

const plurals: Record<string, string> = { enquiry: 'enquiries' }
// §4: these are loaded in full after sign-in; others are searched for on the server.
const fullyLoaded = new Set(['staff', 'supplier', 'partner'])
const titleFields: Record<string, string> = {
  user: 'username',
  meter: 'meter_number',
  contract: 'contract_number',
}

function titleOf(target: string, row: Row): string {
  return String(row[titleFields[target] ?? 'name'] ?? `${target} ${row.id}`)
}

// Two customers of one name are told apart by their number and their town.
const detailFields: Record<string, readonly string[]> = {
  customer: ['customer_number', 'city'],
  contract: ['account_number_with_supplier'],
  meter: ['icp_number', 'icp_location'],
}

function detailOf(target: string, row: Row): string {
  return (detailFields[target] ?? []).flatMap((name) => row[name] || []).join(' · ')
}

/** The rows a reference may point to, by what was typed. */
function useChoices(target: string, typed: string, chosen: number[]): Entry[] {
  const plural = plurals[target] ?? `${target}s`
  const [settled] = useDebouncedValue(typed, 200)
  const isFull = fullyLoaded.has(target)
  const full = useQuery({ ...fullList(plural), enabled: isFull })
  const found = useQuery({
    queryKey: [plural, 'choices', settled],
    queryFn: async ({ signal }) =>
      (await send(listCall({ plural }), { q: settled, limit: 20 }, { signal })).data ?? [],
    enabled: !isFull,
    placeholderData: (previous) => previous,
  })
  const missing = chosen.filter((id) => !(found.data ?? []).some((row) => row.id === id))
  const current = useQuery({
    queryKey: [plural, 'titles', missing],
    queryFn: async () => {
      const params = { 'id.in': missing.join(','), limit: 500 }
      return (await send(listCall({ plural }), params)).data ?? []
    },
    enabled: !isFull && missing.length > 0,
  })
  const rows = isFull ? (full.data ?? []) : [...(current.data ?? []), ...(found.data ?? [])]
  const known = new Map<number, Row>(rows.map((row) => [row.id, row]))
  for (const id of chosen) if (!known.has(id)) known.set(id, { id })
  return [...known.values()].map((row) => ({
    value: String(row.id),
    label: titleOf(target, row),
    detail: detailOf(target, row),
  }))
}

/** What the server has found by a phone, a number or in spite of a slip need not have the words. */
const asFound: OptionsFilter = ({ options }) => options

const asNamed: OptionsFilter = ({ options, search }) => {
  const typed = fold(search.trim())
  return options.filter((option) => 'label' in option && fold(`${option.label}`).includes(typed))
}

const filterOf = (target: string) => (fullyLoaded.has(target) ? asNamed : asFound)

const withDetail: NonNullable<SelectProps['renderOption']> = ({ option }) => {
  // The entries are ours, and have it.
  const { label, detail } = option as ComboboxItem & Entry
  return (
    <span>
      {label}
      {detail && (
        <Text span display="block" size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </span>
  )
}

/** One row of another entity, searched for by name. */
export function ReferenceInput(props: InputProps) {
  const [typed, setTyped] = useState('')
  const value = typeof props.value === 'number' ? props.value : null
  const target = props.field.options.target ?? ''
  const data = useChoices(target, typed, value === null ? [] : [value])
  return (
    <Select
      {...shared(props)}
      data={data}
      searchable
      filter={filterOf(target)}
      renderOption={withDetail}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No matches."
      clearable={!props.field.options.required}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      value={value === null ? null : String(value)}
      onChange={(next) => props.onChange(next === null ? null : Number(next))}
    />
  )
}

/** Several rows of another entity. */
export function ReferencesInput(props: InputProps) {
  const [typed, setTyped] = useState('')
  const value = Array.isArray(props.value) ? props.value.map(Number) : []
  const target = props.field.options.target ?? ''
  const data = useChoices(target, typed, value)
  return (
    <MultiSelect
      {...shared(props)}
      data={data}
      searchable
      filter={filterOf(target)}
      renderOption={withDetail}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No matches."
      value={value.map(String)}
      onChange={(next) => props.onChange(next.map(Number))}
    />
  )
}
