import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ShownLook } from '#domain/kit/shown.ts'
import { DemonstrationMark } from './demonstration-mark.tsx'
import { Page } from './page.tsx'
import classes from './public-page.module.css'

interface Props {
  title: string
  summary?: ReactNode
  actions?: ReactNode
  /** A few words or a small form stand in a card of their own; a document takes the page. */
  isDocument?: boolean
  /** Whose page it is; left out: the program's own. */
  look?: ShownLook | undefined
  children?: ReactNode
}

/** The frame of every page that is open without a session: getting in, and links in mails. */
export function PublicPage(props: Props) {
  const { title, summary, actions, isDocument = false, look, children } = props
  const page = (
    <>
      {look && <LookHead look={look} />}
      <Page title={title} summary={summary} actions={actions}>
        {children}
      </Page>
      {look?.footer && <p className={classes.footer}>{look.footer}</p>}
    </>
  )
  if (isDocument) return <div className={classes.document}>{page}</div>
  return (
    <Paper className={classes.card ?? ''} p="xl">
      {page}
    </Paper>
  )
}

/** The broker's own head: their colour, and their logo on the white it was drawn for. */
function LookHead({ look }: { look: ShownLook }) {
  const { name, logo, colour, is_demonstration } = look
  return (
    <div className={classes.look} style={{ borderTopColor: colour }}>
      {logo ? <img src={logo} alt={name} className={classes.logo} /> : <strong>{name}</strong>}
      {is_demonstration && <DemonstrationMark />}
    </div>
  )
}
