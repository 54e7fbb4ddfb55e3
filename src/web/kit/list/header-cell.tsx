import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Entity } from '#domain/kit/entity.ts'
import { isRightAligned } from './cells.tsx'
import classes from './data-table.module.css'
import own from './header-cell.module.css'

interface Props {
  entity: Entity
  name: string
  label: string
  order: string
  onOrder: (order: string) => void
  isPinned: boolean
  /** How it is dragged to another place. */
  dragged: object
  onResizeStart: (event: unknown) => void
  onWiden: () => void
}

const unsortable = new Set(['refs', 'emails', 'connections', 'json', 'richText'])

/** A heading that sorts on a click, is dragged elsewhere, and is drawn wider at its edge. */
export function HeaderCell(props: Props) {
  const { entity, name, label, order, onOrder } = props
  const [first] = order.split(',')
  const direction = first === name ? 'ascending' : first === `-${name}` ? 'descending' : 'none'
  const field = entity.fields[name]
  const isSortable = !field || (!field.options.masked && !unsortable.has(field.kind))
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      {...props.dragged}
      className={[own.heading, props.isPinned && classes.pinned].filter(Boolean).join(' ')}
      data-right={isRightAligned(entity, name) || undefined}
      {...(isSortable ? { 'aria-sort': direction } : {})}
    >
      {isSortable ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onOrder(direction === 'ascending' ? `-${name}` : name)}
        >
          {label}
          {direction !== 'none' && <Arrow size={13} aria-hidden />}
        </button>
      ) : (
        label
      )}
      {/* Dragging changes the width; a double click does it without dragging. */}
      <span
        data-beside
        className={classes.resize}
        aria-hidden
        draggable
        // Whoever draws the column wider does not move it.
        onDragStart={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
        onMouseDown={props.onResizeStart}
        onTouchStart={props.onResizeStart}
        onDoubleClick={props.onWiden}
      />
    </th>
  )
}
