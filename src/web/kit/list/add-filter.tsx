import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import { fold } from '#domain/kit/wording.ts'
import { filterableFields } from './filters.ts'

interface Props {
  entity: Entity
  /** Those that are shown are looked for first. */
  columns: readonly string[]
  taken: readonly string[]
  onAdd: (field: string) => void
}

interface FoundField {
  name: string
  label: string
}

/** Fields to filter by, found by typing a part of their name. */
export function AddFilter({ entity, columns, taken, onAdd }: Props) {
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped('')
    },
  })
  const wanted = fold(typed.trim())
  const fields = filterableFields(entity).filter(
    ({ name, label }) => !taken.includes(name) && fold(label).includes(wanted),
  )
  const shown = fields.filter(({ name }) => columns.includes(name))
  const others = fields.filter(({ name }) => !columns.includes(name))
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={260}
      onOptionSubmit={(name) => {
        combobox.closeDropdown()
        onAdd(name)
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="subtle"
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          Add filter
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search the fields"
          placeholder="Search the fields"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Fields">
          {fields.length === 0 && <Combobox.Empty>No field is called that.</Combobox.Empty>}
          <Fields label="Shown here" fields={shown} />
          <Fields label="All others" fields={others} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Fields({ label, fields }: { label: string; fields: readonly FoundField[] }) {
  if (fields.length === 0) return null
  return (
    <Combobox.Group label={label}>
      {fields.map(({ name, label }) => (
        <Combobox.Option key={name} value={name}>
          {label}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}
