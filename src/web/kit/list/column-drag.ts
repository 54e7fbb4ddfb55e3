import { type DragEvent, useState } from 'react'
import { movedTo } from './move-column.ts'

/** A heading that is held, and the one it is over. */
interface Drag {
  name: string
  over: string | null
}

/**
 * Columns are moved by their headings as well; the menu of columns does it without dragging. What
 * is dragged from elsewhere is none of theirs.
 */
export function useColumnDrag(
  columns: readonly string[],
  onColumns: (columns: string[]) => void,
): (name: string) => object {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isOver = (name: string) => drag !== null && drag.over === name && drag.name !== name
  const landing = (name: string) => {
    if (!drag || !isOver(name)) return undefined
    return columns.indexOf(drag.name) > columns.indexOf(name) ? 'before' : 'after'
  }
  return (name) => ({
    draggable: true,
    'data-lifted': drag?.name === name || undefined,
    'data-lands': landing(name),
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      // Without any data some browsers drag nothing.
      dataTransfer.setData('text/plain', name)
      setDrag({ name, over: null })
    },
    onDragOver: (event: DragEvent) => {
      if (!drag) return
      event.preventDefault()
      if (drag.over !== name) setDrag({ ...drag, over: name })
    },
    onDrop: (event: DragEvent) => {
      if (!drag) return
      event.preventDefault()
      if (isOver(name)) onColumns(movedTo(columns, drag.name, name))
      setDrag(null)
    },
    onDragEnd: () => setDrag(null),
  })
}
