import { Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScrollBox } from './scroll-box.tsx'
import classes from './wide-table.module.css'

export interface WideTableProps {
  /** What the table is called, by those who hear it. */
  label: string
  look?: 'quiet' | 'tinted' | undefined
  spacing?: TableProps['horizontalSpacing']
  /** Few short columns fit anywhere: no box that scrolls, and no stop there for the keyboard. */
  isNarrow?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A table that scrolls by itself where the screen is too narrow for it, by keyboard as well. */
export function WideTable(props: WideTableProps) {
  const { label, look, spacing = 'xs', isNarrow = false, className, children } = props
  const names = [classes.table, look && classes[look], className]
  const table = (
    <Table
      verticalSpacing={6}
      horizontalSpacing={spacing}
      className={names.filter(Boolean).join(' ')}
      aria-label={label}
    >
      {children}
    </Table>
  )
  return isNarrow ? table : <ScrollBox label={label}>{table}</ScrollBox>
}
