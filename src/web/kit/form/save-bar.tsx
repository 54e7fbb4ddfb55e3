import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './save-bar.module.css'

/** The buttons that end a form; on a phone they stay in reach at the bottom of the screen. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <Group gap="xs" className={classes.save} data-save-bar>
      {children}
    </Group>
  )
}
