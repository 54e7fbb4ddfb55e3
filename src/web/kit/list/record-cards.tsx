import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
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

/** The same rows for small screens: name and amount on top, the rest below with its names. */
export function RecordCards(props: Props) {
  const { entity, columns, rows, titles, selection } = props
  const options = useOptions()
  const amount = columns.find((column) => isRightAligned(entity, column))
  const rest = columns.filter((column) => column !== entity.title && column !== amount)
  const show = (row: DataRow, column: string) =>
    props.cells[column]?.(row, titles) ?? cellOf(entity, column, row[column], { titles, options })
  const isSaid = (row: DataRow, column: string) => row[column] !== null && row[column] !== ''
  return (
    <ul className={classes.cards} aria-label={entity.labelPlural}>
      {rows.map((row) => (
        <li key={row.id} className={classes.recordCard}>
          {/* The label makes 44 px of the box. */}
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is the box within */}
          <label className={classes.recordCheck}>
            <Checkbox
              aria-label={`Select ${titleOf(entity, row)}`}
              checked={selection[String(row.id)] ?? false}
              onChange={() => props.onSelection(toggled(selection, row.id))}
            />
          </label>
          <div className={classes.recordWords}>
            <div className={classes.recordHead}>
              <Link to={props.openPath(row.id)} className={classes.title ?? ''}>
                {titleOf(entity, row)}
              </Link>
              {amount && (
                <span className={classes.recordAmount}>
                  <strong>{show(row, amount)}</strong>
                  <span>{labelOf(entity, amount)}</span>
                </span>
              )}
            </div>
            <div className={classes.recordChips}>
              {rest
                .filter((column) => isStatus(column) && isSaid(row, column))
                .map((column) => (
                  <span key={column} title={labelOf(entity, column)}>
                    {show(row, column)}
                  </span>
                ))}
            </div>
            <dl className={classes.recordFacts}>
              {rest
                .filter((column) => !isStatus(column) && isSaid(row, column))
                .slice(0, factsAtMost)
                .map((column) => (
                  <Fact key={column} label={labelOf(entity, column)}>
                    {show(row, column)}
                  </Fact>
                ))}
              {props.extra.map(({ name, label, cell }) => (
                <Fact key={name} label={label}>
                  {cell(row)}
                </Fact>
              ))}
            </dl>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function titleOf(entity: Entity, row: DataRow): string {
  const title = row[entity.title]
  if (!title) return `${entity.label} ${row.id}`
  return entity.fields[entity.title]?.kind === 'date' ? formatDay(String(title)) : String(title)
}
