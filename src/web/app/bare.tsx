import { Outlet } from 'react-router'
import { ConnectionBanner } from '#web/kit/session/connection-banner.tsx'
import classes from './shell.module.css'

/** A page without the staff's menu and bar. */
export function Bare() {
  return (
    <div className={classes.bare}>
      <ConnectionBanner />
      <main id="main" className={classes.content}>
        <Outlet />
      </main>
    </div>
  )
}
