import type { Filter } from '#web/kit/list/filters.ts'
import { type SavedView, viewOf } from '#web/kit/list/saved-views.ts'

const inUse: Filter = { field: 'date_removed', operator: 'null', values: ['true'] }
const service = (value: string): Filter => ({ field: 'icp_type', operator: 'in', values: [value] })

/** Not in the specification: our choice. The questions the meters are asked every day. */
export const meterViews: SavedView[] = [
  { name: 'Readings due', search: '?due=0', question: 'meters/due' },
  viewOf('Electricity', [service('electricity'), inUse]),
  viewOf('Gas', [service('gas'), inUse]),
  viewOf('Water', [service('water'), inUse]),
  viewOf('Removed', [{ ...inUse, values: ['false'] }]),
]

/** How far ahead the readings that are due may be looked at. */
export const dueSpans = [
  { value: '0', label: 'Due by today' },
  { value: '7', label: 'Due within 7 days' },
  { value: '14', label: 'Due within 14 days' },
  { value: '31', label: 'Due within 31 days' },
]
