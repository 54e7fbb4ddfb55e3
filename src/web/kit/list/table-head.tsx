import { Table } from '@mantine/core'
import classes from './plain-table.module.css'

export interface Heading {
  heading: string
  /** Heard and not seen, over buttons that say themselves what they do. */
  isHeadingHidden?: boolean | undefined
  /** Figures stand on the right, in digits of one width, in one line. */
  isNumber?: boolean | undefined
  width?: number | string | undefined
  /** Of the heading and of every cell below it. */
  className?: string | undefined
}

/** The head of every table: columns by their names, or with how they stand. */
export function TableHead({ columns }: { columns: readonly (Heading | string)[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => {
          const head = typeof column === 'string' ? { heading: column } : column
          return (
            <Table.Th
              key={head.heading}
              scope="col"
              w={head.width}
              className={classOf(head)}
              aria-label={head.isHeadingHidden ? head.heading : undefined}
            >
              {head.isHeadingHidden ? null : head.heading}
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}

export function classOf({ isNumber, className }: Partial<Heading>, ...more: unknown[]): string {
  return [isNumber && classes.number, className, ...more].filter(Boolean).join(' ')
}
