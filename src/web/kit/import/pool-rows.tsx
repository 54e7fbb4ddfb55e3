import { ActionIcon, Checkbox, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type Selection, toggled } from '#web/kit/list/selection.ts'
import type { AnyScreen, CellProps, PoolColumn, StagedRow } from './import-screen.ts'
import classes from './pool.module.css'

export interface PoolRowsProps<R extends StagedRow = StagedRow> {
  screen: AnyScreen
  columns: readonly PoolColumn<R>[]
  rows: readonly R[]
  /** Whether the import lets rows be mended, accepted and rejected now. */
  isOpen: boolean
  mend: CellProps<R>['mend']
  selection: Selection
  onSelection: (selection: Selection) => void
  onAccept: (ids: number[]) => void
  onReject: (ids: number[]) => void
}

/** The rows as a table whose cells are mended in place. */
export function PoolTable(props: PoolRowsProps) {
  const { columns, rows, isOpen, selection, onSelection } = props
  const waiting = rows.filter((row) => isOpen && row.staged_status === 'waiting')
  const isAll = waiting.length > 0 && waiting.every((row) => selection[String(row.id)])
  const toggleAll = () =>
    onSelection(isAll ? {} : Object.fromEntries(waiting.map((row) => [String(row.id), true])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Rows of the file">
      <table className={classes.table} aria-label="Rows of the file">
        <thead>
          <tr>
            <th scope="col">
              {waiting.length > 0 && (
                <Checkbox
                  size="xs"
                  aria-label="Select all rows of this page"
                  checked={isAll}
                  onChange={toggleAll}
                />
              )}
            </th>
            <th scope="col">Row</th>
            <th scope="col">What we found</th>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber ? classes.number : undefined}>
                {label}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TableRow(props: PoolRowsProps & { row: StagedRow }) {
  const { screen, columns, row, mend, selection, onSelection } = props
  const isOpen = props.isOpen && row.staged_status === 'waiting'
  return (
    <tr data-selected={selection[String(row.id)]} data-row={row.row_number}>
      <td>
        {isOpen && (
          <Checkbox
            size="xs"
            mt={6}
            aria-label={`Select row ${row.row_number}`}
            checked={selection[String(row.id)] ?? false}
            onChange={() => onSelection(toggled(selection, row.id))}
          />
        )}
      </td>
      <td className={classes.plain}>{row.row_number}</td>
      <td className={classes.said}>
        <screen.RowState row={row} isOpen={isOpen} mend={mend} />
      </td>
      {columns.map(({ label, isNumber, cell }) => (
        <td key={label} className={isNumber ? `${classes.number} ${classes.plain}` : classes.plain}>
          {cell({ row, isOpen, mend })}
        </td>
      ))}
      <td>{isOpen && <RowActions {...props} />}</td>
    </tr>
  )
}

function RowActions({ screen, row, onAccept, onReject }: PoolRowsProps & { row: StagedRow }) {
  return (
    <span className={classes.actions}>
      {screen.isTakeable(row) && (
        <Tooltip label="Accept">
          <ActionIcon
            size={28}
            color="petrol"
            aria-label={`Accept row ${row.row_number}`}
            onClick={() => onAccept([row.id])}
          >
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Leave out">
        <ActionIcon
          size={28}
          aria-label={`Leave out row ${row.row_number}`}
          onClick={() => onReject([row.id])}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

/** The same rows for small screens. */
export function PoolCards(props: PoolRowsProps) {
  const { screen, columns, rows, mend, selection, onSelection } = props
  return (
    <ul className={classes.cards} aria-label="Rows of the file">
      {rows.map((row) => {
        const isOpen = props.isOpen && row.staged_status === 'waiting'
        return (
          <li key={row.id} className={classes.rowCard} data-row={row.row_number}>
            <div className={classes.cardHead}>
              {isOpen && (
                <Checkbox
                  mt={2}
                  aria-label={`Select row ${row.row_number}`}
                  checked={selection[String(row.id)] ?? false}
                  onChange={() => onSelection(toggled(selection, row.id))}
                />
              )}
              <div className={classes.cardSaid}>
                <strong>Row {row.row_number}</strong>{' '}
                <screen.RowState row={row} isOpen={isOpen} mend={mend} />
              </div>
              {isOpen && <RowActions {...props} row={row} />}
            </div>
            <dl className={classes.cardFields}>
              {columns.map(({ label, cell }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{cell({ row, isOpen, mend })}</dd>
                </div>
              ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
