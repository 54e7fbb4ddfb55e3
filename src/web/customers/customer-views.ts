import { type SavedView, viewOf } from '#web/kit/list/saved-views.ts'

/** Not in the specification: our choice. The questions the list is asked every day. */
export const customerViews: SavedView[] = [
  viewOf('Active', [{ field: 'customer_status', operator: 'in', values: ['active'] }]),
  viewOf('Prospects', [{ field: 'customer_status', operator: 'in', values: ['prospect'] }]),
  viewOf(
    'Overdue',
    [{ field: 'balance_overdue', operator: 'gte', values: ['0.01'] }],
    '-balance_overdue',
  ),
  viewOf('Medical', [{ field: 'required_for_medical', operator: 'eq', values: ['true'] }]),
]
