import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { appConfig } from '#web/kit/session/app-config.ts'
import classes from './page.module.css'

interface Props {
  title: string
  /** One line that counts and adds up what is shown. */
  summary?: ReactNode
  /** What stands in the browser's tab, where it says more than the heading. */
  tabTitle?: string
  crumbs?: ReactNode
  chips?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** The head every screen shares: one h1 with a line under it and the actions on the right. */
export function Page({ title, summary, tabTitle, crumbs, chips, actions, children }: Props) {
  useEffect(() => {
    document.title = `${tabTitle ?? title} · ${appConfig.title}`
  }, [title, tabTitle])
  return (
    <div className={classes.page}>
      {crumbs}
      <header className={classes.head}>
        <div className={classes.words}>
          <Group gap="xs" align="center">
            <Title order={1} tabIndex={-1} className={classes.title} data-route-heading>
              {title}
            </Title>
            {chips}
          </Group>
          {summary !== undefined && (
            <Text component="div" c="dimmed" size="sm" className={classes.summary}>
              {summary}
            </Text>
          )}
        </div>
        {actions && (
          // What leads back to a list is a record: on a phone its actions stay within reach.
          <Group gap="xs" className={classes.actions} data-record={crumbs ? true : undefined}>
            {actions}
          </Group>
        )}
      </header>
      {children}
    </div>
  )
}
