import { Checkbox, Group, Pill, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import { humanise } from '#domain/kit/wording.ts'
import { readStored, writeStored } from '#web/kit/session/storage.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './data-table.module.css'
import type { Density } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { useListState } from './list-state.ts'

interface ToolbarProps {
  entity: Entity
  lists: ReturnType<typeof useListState>
  density: ReturnType<typeof useDensity>
  isSmall: boolean
}

/** What is shown of the list, and how closely it is set. */
export function Toolbar({ entity, lists, density, isSmall }: ToolbarProps) {
  const { state, change, replace } = lists
  return (
    <Group
      className={classes.tools}
      justify="space-between"
      align="flex-start"
      gap="xs"
      wrap={isSmall ? 'wrap' : 'nowrap'}
    >
      <FilterBar
        entity={entity}
        columns={state.columns}
        q={state.q}
        onSearch={(q) => replace({ q })}
        filters={state.where}
        onFilters={(where) => change({ where })}
      />
      {state.figure && (
        <Pill
          size="lg"
          withRemoveButton
          onRemove={() => change({ figure: '', sum: '' })}
          removeButtonProps={{ 'aria-label': `Remove the figure ${humanise(state.figure)}` }}
        >
          {humanise(state.figure)}
        </Pill>
      )}
      <Group gap="xs" wrap="nowrap">
        <Checkbox
          size="xs"
          label="Deleted"
          checked={state.deleted}
          onChange={(event) => change({ deleted: event.currentTarget.checked })}
        />
        {!isSmall && (
          <SegmentedControl
            size="xs"
            aria-label="Density"
            data={[
              { value: 'compact', label: 'Compact' },
              { value: 'comfortable', label: 'Comfortable' },
            ]}
            value={density.value}
            onChange={density.set}
          />
        )}
        <ColumnsMenu
          entity={entity}
          columns={state.columns}
          onColumns={(columns) => change({ columns, offset: state.offset })}
        />
      </Group>
    </Group>
  )
}

/** How closely the rows are set, as this browser remembers it. */
export function useDensity() {
  const [value, setValue] = useState<Density>(densityOf(readStored('density')))
  return {
    value,
    set: (next: string) => {
      writeStored('density', next)
      setValue(densityOf(next))
    },
  }
}

function densityOf(text: string | null): Density {
  return text === 'comfortable' ? 'comfortable' : 'compact'
}
