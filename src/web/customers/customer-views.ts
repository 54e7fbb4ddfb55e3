import { type Filter, writeFilters } from '#web/kit/list/filters.ts'
import type { SavedView } from '#web/kit/list/saved-views.ts'

function view(name: string, where: Filter[], order?: string): SavedView {
  const params = new URLSearchParams({ where: writeFilters(where), ...(order ? { order } : {}) })
  return { name, search: `?${params}` }
}

/** Not in the specification: our choice. The questions the list is asked every day. */
export const customerViews: SavedView[] = [
  view('Active', [{ field: 'customer_status', operator: 'in', values: ['active'] }]),
  view('Prospects', [{ field: 'customer_status', operator: 'in', values: ['prospect'] }]),
  view(
    'Overdue',
    [{ field: 'balance_overdue', operator: 'gte', values: ['0.01'] }],
    '-balance_overdue',
  ),
  view('Medical', [{ field: 'required_for_medical', operator: 'eq', values: ['true'] }]),
]
