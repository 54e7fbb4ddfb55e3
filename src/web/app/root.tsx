import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { Outlet } from 'react-router'

/** Around every page, and inside the router: what a dialog or a notice names can be followed. */
export function Root() {
  return (
    <ModalsProvider>
      <Notifications position="bottom-right" containerWidth={380} />
      <Outlet />
    </ModalsProvider>
  )
}
