import type { Filter } from '#web/kit/list/filters.ts'
import { type SavedView, viewOf } from '#web/kit/list/saved-views.ts'

const filter = (field: string, operator: Filter['operator'], ...values: string[]): Filter => ({
  field,
  operator,
  values,
})

/** The questions about money from customers, besides All. */
export const paymentViews: SavedView[] = [
  viewOf('With credit left', [
    filter('unallocated_amount', 'gt', '0'),
    filter('payment_status', 'in', 'received', 'reconciled', 'partly_refunded'),
  ]),
  viewOf('Pending', [filter('payment_status', 'in', 'pending')]),
  viewOf('Refunded', [filter('payment_status', 'in', 'partly_refunded', 'refunded')]),
  viewOf('Cancelled', [filter('payment_status', 'in', 'cancelled')]),
]
