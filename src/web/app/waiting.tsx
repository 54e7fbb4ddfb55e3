import { Skeleton, VisuallyHidden } from '@mantine/core'
import { ConnectionBanner } from '#web/kit/session/connection-banner.tsx'
import classes from './shell.module.css'

/** The shape of the shell while the first screen is on its way. */
export function Waiting() {
  return (
    <div className={classes.shell} aria-busy="true">
      <header className={classes.bar} />
      <div className={classes.menu} />
      <main className={classes.main}>
        <VisuallyHidden role="status">Loading</VisuallyHidden>
        <ConnectionBanner />
        <div className={classes.content}>
          <Skeleton height={30} width={220} mb={10} />
          <Skeleton height={14} width={320} mb={24} />
          <Skeleton height={320} radius="lg" />
        </div>
      </main>
    </div>
  )
}
