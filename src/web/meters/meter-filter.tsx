import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { meterCalls } from '#domain/meters/meter-calls.ts'
import { type Filter, writeFilters } from '#web/kit/list/filters.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  where: Filter[]
  meter: { id: number; meter_number: string } | null
}

/** Narrows the list of readings to those of one meter. */
export function MeterFilter({ where, meter }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const { data = [] } = useQuery({
    queryKey: ['meters', 'choices', q],
    queryFn: async ({ signal }) =>
      (await send(meterCalls.list, { q, limit: 20 }, { signal })).data ?? [],
    placeholderData: keepPreviousData,
  })
  function choose(id: string | null) {
    const others = where.filter((filter) => filter.field !== 'meter_id')
    const chosen: Filter[] = id ? [{ field: 'meter_id', operator: 'eq', values: [id] }] : []
    const next = writeFilters([...others, ...chosen])
    const search = next ? `?${new URLSearchParams({ where: next })}` : ''
    void navigate(`/app/meterreadings${search}`)
  }
  const known = meter && !data.some((row) => row.id === meter.id) ? [meter, ...data] : data
  return (
    <Select
      size="xs"
      w={170}
      aria-label="Readings of the meter"
      placeholder="All meters"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Readings of all meters' }}
      nothingFoundMessage="No matches."
      searchValue={typed}
      onSearchChange={setTyped}
      data={known.map((row) => ({ value: String(row.id), label: row.meter_number }))}
      value={meter ? String(meter.id) : null}
      onChange={choose}
    />
  )
}
