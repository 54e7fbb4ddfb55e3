import { Navigate } from 'react-router'
import type { Filter } from '#web/kit/list/filters.ts'
import { viewOf } from '#web/kit/list/saved-views.ts'

/** Mail alone, of all that was written. */
export const emails: Filter = { field: 'type', operator: 'in', values: ['email'] }

export function Screen() {
  return <Navigate to={`/app/messages${viewOf('Emails', [emails]).search}`} replace />
}
