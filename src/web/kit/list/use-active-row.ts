import { type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import type { DataTableProps } from './data-table.tsx'
import { toggled } from './selection.ts'

/** j and k move, x selects, Enter opens, e edits; a click anywhere on a row opens it. */
export function useActiveRow(props: DataTableProps, scrollTo: (index: number) => void) {
  const { rows, selection } = props
  const [index, setIndex] = useState(-1)
  const navigate = useNavigate()
  useEffect(() => {
    if (index >= rows.length) setIndex(-1)
  }, [rows.length, index])
  const move = (by: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index + by))
    setIndex(next)
    scrollTo(next)
  }
  const current = rows[index]
  useSingleKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => current && props.onSelection(toggled(selection, current.id)),
    // A key of the keyboard, not a component.
    // biome-ignore lint/correctness/noComponentHookFactories: see above
    Enter: () => current && void navigate(props.openPath(current.id)),
    e: () => current && void navigate(props.editPath(current.id)),
  })
  function onClick(event: MouseEvent, at: number) {
    // Links, boxes and marked text keep their own meaning.
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (isOwn || getSelection()?.toString()) return
    setIndex(at)
    const row = rows[at]
    if (row) void navigate(props.openPath(row.id))
  }
  return { index, onClick }
}
