import type { ReactNode } from 'react'
import classes from './beside.module.css'

interface Props {
  /** What the part beside is called for whoever does not see it. */
  label: string
  aside: ReactNode
  children: ReactNode
}

/** The facts that matter stay in sight beside the rest; on a small screen they come first. */
export function Beside({ label, aside, children }: Props) {
  return (
    <div className={classes.columns}>
      {children}
      <aside className={classes.side} aria-label={label}>
        {aside}
      </aside>
    </div>
  )
}
