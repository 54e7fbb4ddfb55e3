import { Paper, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './glance.module.css'

/** What is asked first about a record, side by side above everything else. */
export function Glance({ children }: { children: ReactNode }) {
  return (
    <section className={classes.glance} aria-label="At a glance">
      {children}
    </section>
  )
}

interface CardProps {
  title: string
  /** Until it is known, its shape holds the room. */
  isPending?: boolean
  children: ReactNode
}

export function GlanceCard({ title, isPending = false, children }: CardProps) {
  return (
    <Paper p="sm" className={classes.card ?? ''} aria-busy={isPending}>
      <h2 className={classes.title}>{title}</h2>
      {isPending ? <Skeleton height={104} radius="md" /> : children}
    </Paper>
  )
}

/** The one number that matters most. */
export function Figure({ children }: { children: ReactNode }) {
  return <div className={classes.figure}>{children}</div>
}

export function GlanceLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {children}
    </ul>
  )
}

export function GlanceLine({ more, children }: { more?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className={classes.line}>{children}</div>
      {more && <div className={classes.more}>{more}</div>}
    </li>
  )
}

/** Facts by their names; what is not known takes no room. */
export function GlanceFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => [<dt key={`${name}?`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}
