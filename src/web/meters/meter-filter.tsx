import { useNavigate } from 'react-router'
import { meterreading } from '#domain/meters/meterreading.ts'
import { type Filter, writeFilters } from '#web/kit/filters.ts'
import { ReferenceInput } from '#web/kit/reference-input.tsx'

/** Narrows the list of readings to those of one meter. */
export function MeterFilter({ where, meter_id }: { where: Filter[]; meter_id: number | null }) {
  const navigate = useNavigate()
  function choose(id: unknown) {
    const others = where.filter((filter) => filter.field !== 'meter_id')
    const chosen: Filter[] =
      typeof id === 'number' ? [{ field: 'meter_id', operator: 'eq', values: [String(id)] }] : []
    const next = writeFilters([...others, ...chosen])
    const search = next ? `?${new URLSearchParams({ where: next })}` : ''
    void navigate(`/app/meterreadings${search}`)
  }
  return (
    <ReferenceInput
      entity={meterreading}
      name="meter"
      field={meterreading.fields.meter_id}
      id="meter-filter"
      label="Meter"
      value={meter_id}
      error={undefined}
      isDisabled={false}
      onChange={choose}
      onBlur={() => undefined}
    />
  )
}
