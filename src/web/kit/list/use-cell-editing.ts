import { useState } from 'react'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import type { DataTableProps } from './data-table.tsx'

export interface CellEditing {
  isOpen: (id: number, name: string) => boolean
  open: (id: number, name: string) => void
  close: () => void
  /** To the next field that is changed in its place, in this row or in one below. */
  next: (by: 1 | -1) => void
}

interface Place {
  id: number
  name: string
}

/** Which field of which row is being changed; F2 begins with the row that is marked. */
export function useCellEditing(props: DataTableProps, active: number): CellEditing {
  const { rows, columns, mayChange } = props
  const [at, setAt] = useState<Place | null>(null)
  const places = () =>
    rows.flatMap((row) =>
      columns
        .filter((name) => name !== props.entity.title && mayChange(row, name))
        .map((name) => ({ id: row.id, name })),
    )
  useSingleKeys({
    // A key of the keyboard, not a component.
    // biome-ignore lint/correctness/noComponentHookFactories: see above
    F2: () => setAt(places().find(({ id }) => id === rows[active]?.id) ?? null),
  })
  return {
    isOpen: (id, name) => at?.id === id && at.name === name,
    open: (id, name) => setAt({ id, name }),
    close: () => setAt(null),
    next: (by) => {
      const all = places()
      const here = all.findIndex(({ id, name }) => id === at?.id && name === at.name)
      setAt(all[here + by] ?? null)
    },
  }
}
