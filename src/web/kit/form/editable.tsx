import type { ReactNode } from 'react'
import classes from './editable.module.css'

interface Props {
  /** Whoever looks on can read everything and change nothing. */
  isReadOnly: boolean
  children: ReactNode
}

/** Inputs of an editor written by hand, all of them opened or closed at once. */
export function Editable({ isReadOnly, children }: Props) {
  return (
    <fieldset disabled={isReadOnly} className={classes.whole}>
      {children}
    </fieldset>
  )
}
