import { Navigate } from 'react-router'
import { messageTabs } from './message-tabs.tsx'

/** Mail alone, of all that was written. */
export function Screen() {
  return <Navigate to={`/app/messages${messageTabs.emails.search}`} replace />
}
