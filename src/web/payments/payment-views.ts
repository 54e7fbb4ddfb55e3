import { type Filter, writeFilters } from '#web/kit/list/filters.ts'
import type { SavedView } from '#web/kit/list/saved-views.ts'

const filter = (field: string, operator: Filter['operator'], ...values: string[]): Filter => ({
  field,
  operator,
  values,
})

function view(name: string, where: Filter[]): SavedView {
  return { name, search: `?${new URLSearchParams({ where: writeFilters(where) })}` }
}

/** The questions about money from customers, besides All. */
export const paymentViews: SavedView[] = [
  view('With credit left', [
    filter('unallocated_amount', 'gt', '0'),
    filter('payment_status', 'in', 'received', 'reconciled', 'partly_refunded'),
  ]),
  view('Refunded', [filter('payment_status', 'in', 'partly_refunded', 'refunded')]),
  view('Cancelled', [filter('payment_status', 'in', 'cancelled')]),
]
