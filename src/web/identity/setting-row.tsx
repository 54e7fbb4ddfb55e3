import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './organisation-settings.module.css'

interface Props {
  label: ReactNode
  help: ReactNode
  /** What holds, and what can be done with it. */
  children?: ReactNode
}

/** One line of the settings: what it is called, what it does, what holds. */
export function SettingLine({ label, help, children }: Props) {
  return (
    <li className={classes.row}>
      <div>
        {typeof label === 'string' ? <Text fw={600}>{label}</Text> : label}
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      </div>
      {children}
    </li>
  )
}
