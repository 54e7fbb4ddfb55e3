import { Table } from '@mantine/core'
import type { Key, ReactNode } from 'react'
import classes from './plain-table.module.css'
import { classOf, type Heading, TableHead } from './table-head.tsx'
import { WideTable, type WideTableProps } from './wide-table.tsx'

export interface Column<R> extends Heading {
  cell: (row: R, place: number) => ReactNode
  isStrong?: boolean
  /** What names the row, for those who hear the table. */
  isRowHeading?: boolean
  /** How a cell stands out by what is in its row. */
  toneOf?: (row: R) => string | undefined
  /** What stands below the last row, such as a sum. */
  foot?: ReactNode
}

interface Props<R> extends Omit<WideTableProps, 'children' | 'className'> {
  /** What does not belong to this table is left out as `false`. */
  columns: readonly (Column<R> | false)[]
  rows: readonly R[]
  keyOf: (row: R, place: number) => Key
}

/** A table whose columns are data: heading, alignment and cell of each stand in one place. */
export function PlainTable<R>({ columns: given, rows, keyOf, ...table }: Props<R>) {
  const columns = given.filter((column) => column !== false)
  return (
    <WideTable {...table}>
      <TableHead columns={columns} />
      <Table.Tbody className={classes.body ?? ''}>
        {rows.map((row, place) => (
          <Table.Tr key={keyOf(row, place)}>
            {columns.map((column) => (
              <Cell key={column.heading} column={column} tone={column.toneOf?.(row)}>
                {column.cell(row, place)}
              </Cell>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {columns.some((column) => column.foot !== undefined) && (
        <Table.Tfoot className={classes.foot ?? ''}>
          <Table.Tr>
            {columns.map((column) => (
              <Cell key={column.heading} column={column}>
                {column.foot}
              </Cell>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </WideTable>
  )
}

interface CellProps {
  column: Heading & { isStrong?: boolean; isRowHeading?: boolean }
  tone?: string | undefined
  children: ReactNode
}

function Cell({ column, tone, children }: CellProps) {
  const { isStrong, isRowHeading } = column
  const className = classOf(column, isStrong && classes.strong, tone)
  if (!isRowHeading) return <Table.Td className={className}>{children}</Table.Td>
  return (
    <Table.Th scope="row" className={className}>
      {children}
    </Table.Th>
  )
}
