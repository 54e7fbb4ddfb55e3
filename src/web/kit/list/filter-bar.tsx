import { ActionIcon, Button, Group, Pill, Popover, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { businessDayOf, formatDay, isDay } from '#domain/kit/calendar.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { choiceInWords } from '#domain/kit/wording.ts'
import { type Options, useOptions } from '#web/kit/form/options.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { AddFilter } from './add-filter.tsx'
import { FilterForm } from './filter-form.tsx'
import type { Filter } from './filters.ts'

interface Props {
  entity: Entity
  /** Those that are shown are looked for first. */
  columns: readonly string[]
  q: string
  onSearch: (q: string) => void
  filters: Filter[]
  onFilters: (filters: Filter[]) => void
}

/** The search field of a list and its filters as chips. */
export function FilterBar({ entity, columns, q, onSearch, filters, onFilters }: Props) {
  const options = useOptions()
  const [editing, setEditing] = useState<string | null>(null)
  const without = (field: string) => filters.filter((filter) => filter.field !== field)
  function put(field: string, next: Filter[]) {
    setEditing(null)
    onFilters([...without(field), ...next])
  }
  const fields = [...new Set(filters.map((filter) => filter.field))]
  const shown = editing && !fields.includes(editing) ? [...fields, editing] : fields
  return (
    <Group gap="xs" role="search" aria-label={`Search ${entity.labelPlural.toLowerCase()}`}>
      {entity.search.length > 0 && <SearchBox q={q} onSearch={onSearch} entity={entity} />}
      {shown.map((field) => (
        <Popover
          key={field}
          opened={editing === field}
          onChange={(isOpen) => setEditing(isOpen ? field : null)}
          trapFocus
          position="bottom-start"
        >
          <Pill
            size="lg"
            withRemoveButton
            onRemove={() => put(field, [])}
            removeButtonProps={{ 'aria-label': `Remove the filter ${labelOf(entity, field)}` }}
          >
            <Popover.Target>
              <Button variant="transparent" size="compact-xs" onClick={() => setEditing(field)}>
                {describe(entity, field, filters, options)}
              </Button>
            </Popover.Target>
          </Pill>
          <Popover.Dropdown>
            <FilterForm
              entity={entity}
              name={field}
              filters={filters.filter((filter) => filter.field === field)}
              onApply={(next) => put(field, next)}
            />
          </Popover.Dropdown>
        </Popover>
      ))}
      <AddFilter entity={entity} columns={columns} taken={fields} onAdd={setEditing} />
    </Group>
  )
}

function SearchBox({ q, onSearch, entity }: Pick<Props, 'q' | 'onSearch' | 'entity'>) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const settle = useDebouncedCallback(onSearch, 250)
  // The address may change without typing: a view, a link, the Back button.
  useEffect(() => setText(q), [q])
  useSingleKeys({ '/': () => input.current?.focus() })
  return (
    <TextInput
      ref={input}
      w={{ base: '100%', sm: 280 }}
      size="xs"
      type="search"
      aria-label={`Search ${entity.labelPlural.toLowerCase()}`}
      placeholder={`${entity.search
        .slice(0, 3)
        .map((name) => labelOf(entity, name))
        .join(', ')} …`}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text && (
          <ActionIcon
            size={20}
            aria-label="Clear the search"
            onClick={() => {
              setText('')
              onSearch('')
            }}
          >
            <IconX size={13} aria-hidden />
          </ActionIcon>
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        settle(event.currentTarget.value.trim())
      }}
    />
  )
}

const words: Record<Filter['operator'], string> = {
  eq: '',
  ne: 'not ',
  lt: 'under ',
  lte: 'at most ',
  gt: 'over ',
  gte: 'at least ',
  in: '',
  like: '',
  null: '',
}

/** A filter as a person would say it: Status: active, prospect. */
function describe(entity: Entity, name: string, filters: Filter[], options: Options): string {
  const mine = filters.filter((filter) => filter.field === name)
  const label = labelOf(entity, name)
  if (mine.length === 0) return label
  const parts = mine.map(({ operator, values }) => {
    if (operator === 'null') return values[0] === 'true' ? 'empty' : 'filled in'
    return words[operator] + values.map((value) => shown(entity, name, value, options)).join(', ')
  })
  return `${label}: ${parts.join(', ')}`
}

function shown(entity: Entity, name: string, value: string, options: Options): string {
  const field = entity.fields[name]
  if (field?.kind === 'option') return options.labelOf(field.options.optionList ?? '', value)
  if (field?.kind === 'choice') return choiceInWords(field.options, value)
  if (field?.kind === 'flag') return value === 'true' ? 'yes' : 'no'
  if (field?.kind === 'money') return formatMoney(value)
  if (field?.kind === 'date' || field?.kind === 'timestamp')
    return formatDay(isDay(value) ? value : businessDayOf(value))
  return value
}
