import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import classes from './public-page.module.css'

interface Props {
  title: string
  summary?: ReactNode
  actions?: ReactNode
  /** A few words or a small form stand in a card of their own; a document takes the page. */
  isDocument?: boolean
  children?: ReactNode
}

/** The frame of every page that is open without a session: getting in, and links in mails. */
export function PublicPage({ title, summary, actions, isDocument = false, children }: Props) {
  const page = (
    <Page title={title} summary={summary} actions={actions}>
      {children}
    </Page>
  )
  if (isDocument) return <div className={classes.document}>{page}</div>
  return (
    <Paper className={classes.card ?? ''} p="xl">
      {page}
    </Paper>
  )
}
