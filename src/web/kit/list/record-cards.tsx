import { Checkbox } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { Titles } from '#web/kit/session/api.ts'
import { cellOf, isRightAligned, isStatus } from './cells.tsx'
import classes from './data-table.module.css'
import type { DataRow, ExtraColumn, RowCells } from './data-table.tsx'
import { type Selection, toggled } from './selection.ts'

interface Props {
  entity: Entity
  columns: string[]
  rows: DataRow[]
  titles: Titles
  cells: RowCells
  extra: readonly ExtraColumn[]
  selection: Selection
  onSelection: (selection: Selection) => void
  openPath: (id: number) => string
}

const factsAtMost = 4

/** The same rows for small screens: name and amount on top, the rest below. */
export function RecordCards(props: Props) {
  const { entity, columns, rows, titles, selection } = props
  const options = useOptions()
  const amount = columns.find((column) => isRightAligned(entity, column))
  const rest = columns.filter((column) => column !== entity.title && column !== amount)
  // The chips come first, as they say most.
  const facts = [...rest.filter(isStatus), ...rest.filter((column) => !isStatus(column))]
  return (
    <ul className={classes.cards} aria-label={entity.labelPlural}>
      {rows.map((row) => (
        <li key={row.id} className={classes.recordCard}>
          <Checkbox
            mt={2}
            aria-label={`Select ${titleOf(entity, row)}`}
            checked={selection[String(row.id)] ?? false}
            onChange={() => props.onSelection(toggled(selection, row.id))}
          />
          <div className={classes.recordWords}>
            <div className={classes.recordHead}>
              <Link to={props.openPath(row.id)} className={classes.title ?? ''}>
                {titleOf(entity, row)}
              </Link>
              {amount && (
                <strong title={labelOf(entity, amount)}>
                  {props.cells[amount]?.(row, titles) ??
                    cellOf(entity, amount, row[amount], { titles, options })}
                </strong>
              )}
            </div>
            <div className={classes.recordFacts}>
              {facts
                .filter((column) => row[column] !== null && row[column] !== '')
                .slice(0, factsAtMost)
                .map((column) => (
                  <span key={column} title={labelOf(entity, column)}>
                    {props.cells[column]?.(row, titles) ??
                      cellOf(entity, column, row[column], { titles, options })}
                  </span>
                ))}
              {props.extra.map(({ name, label, cell }) => (
                <span key={name} title={label}>
                  {label}: {cell(row)}
                </span>
              ))}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function titleOf(entity: Entity, row: DataRow): string {
  const title = row[entity.title]
  if (!title) return `${entity.label} ${row.id}`
  return entity.fields[entity.title]?.kind === 'date' ? formatDay(String(title)) : String(title)
}
