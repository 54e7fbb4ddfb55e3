import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import { type InputProps, shared } from './inputs.tsx'

interface Entry {
  value: string
  label: string
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
  const seen = new Map(rows.map((row) => [row.id, titleOf(target, row)]))
  for (const id of chosen) if (!seen.has(id)) seen.set(id, `${target} ${id}`)
  return [...seen].map(([id, label]) => ({ value: String(id), label }))
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
  const data = useChoices(props.field.options.target ?? '', typed, value)
  return (
    <MultiSelect
      {...shared(props)}
      data={data}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No matches."
      value={value.map(String)}
      onChange={(next) => props.onChange(next.map(Number))}
    />
  )
}
