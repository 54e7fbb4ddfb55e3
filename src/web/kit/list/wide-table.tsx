import { Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './wide-table.module.css'

interface Props {
  label: string
  horizontalSpacing?: TableProps['horizontalSpacing']
  children: ReactNode
}

/** A table that scrolls by itself where the screen is too narrow for it, by keyboard as well. */
export function WideTable({ label, horizontalSpacing = 'xs', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <Table verticalSpacing={6} horizontalSpacing={horizontalSpacing} aria-label={label}>
        {children}
      </Table>
    </section>
  )
}
