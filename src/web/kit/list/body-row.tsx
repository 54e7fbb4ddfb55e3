import { Checkbox } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { FlexRender, type Row } from '@tanstack/react-table'
import { lazy, type MouseEvent, Suspense } from 'react'
import { Link } from 'react-router'
import { labelOf } from '#domain/kit/entity.ts'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { isRightAligned } from './cells.tsx'
import classes from './data-table.module.css'
import type { DataRow, DataTableProps, features } from './data-table.tsx'
import type { CellEditing } from './use-cell-editing.ts'

const CellEditor = lazy(async () => {
  const { CellEditor } = await patientLoad(() => import('./cell-editor.tsx'))
  return { default: CellEditor }
})

interface Props {
  row: Row<typeof features, DataRow>
  index: number
  isActive: boolean
  onClick: (event: MouseEvent, index: number) => void
  cells: CellEditing
  props: DataTableProps
}

export function BodyRow({ row, index, isActive, onClick, cells, props }: Props) {
  const { entity } = props
  const title = String(row.original[entity.title] ?? row.id)
  return (
    // The keys j, k and Enter do the same; the link in the row is what assistive technology uses.
    <tr
      data-row
      className={classes.row}
      aria-rowindex={index + 2}
      data-active={isActive || undefined}
      data-selected={row.getIsSelected() || undefined}
      data-deleted={row.original.deleted_at ? true : undefined}
      onClick={(event) => onClick(event, index)}
    >
      <td className={classes.check}>
        <Checkbox
          size="xs"
          aria-label={`Select ${title}`}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      </td>
      {row.getAllCells().map((cell) => {
        const name = cell.column.id
        const isTitle = name === entity.title
        const content = <FlexRender cell={cell} />
        const mayChange = !isTitle && props.mayChange(row.original, name)
        return (
          <td
            key={cell.id}
            data-right={isRight(props, name) || undefined}
            data-changeable={mayChange || undefined}
            className={isTitle ? classes.pinned : undefined}
            title={plainText(cell.getValue())}
          >
            {isTitle ? (
              <Link to={props.openPath(row.original.id)} className={classes.title ?? ''}>
                {content}
              </Link>
            ) : (
              content
            )}
            {mayChange && (
              <EditButton
                label={`Change ${labelOf(entity, name)} of ${title}`}
                isReached={isActive}
                isOpen={cells.isOpen(row.original.id, name)}
                onOpen={() => cells.open(row.original.id, name)}
              />
            )}
            {cells.isOpen(row.original.id, name) && (
              <Suspense>
                <CellEditor entity={entity} row={row.original} name={name} cells={cells} />
              </Suspense>
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface EditButtonProps {
  label: string
  /** Of all the rows, Tab stops only in the one that j and k have come to. */
  isReached: boolean
  isOpen: boolean
  onOpen: () => void
}

/** Comes with the pointer, and with Tab in the row that is marked. */
function EditButton({ label, isReached, isOpen, onOpen }: EditButtonProps) {
  return (
    <button
      type="button"
      data-beside
      className={classes.edit}
      aria-label={label}
      aria-expanded={isOpen}
      tabIndex={isReached ? 0 : -1}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'F2') onOpen()
      }}
    >
      <IconPencil size={13} aria-hidden />
    </button>
  )
}

function isRight({ entity, extra }: DataTableProps, name: string): boolean {
  const own = extra.find((one) => one.name === name)
  return own ? own.isNumber === true : isRightAligned(entity, name)
}

function plainText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 14 ? value : undefined
}
