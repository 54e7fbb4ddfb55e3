import { billListCalls } from '#domain/bills/bill-list-calls.ts'
import type { Filter } from '#web/kit/list/filters.ts'
import { type SavedView, viewOf } from '#web/kit/list/saved-views.ts'

/** Lists that answer a question of their own. */
export const billQuestions = {
  tocheck: { path: billListCalls.toCheck.path, none: 'Nothing needs a look. Lovely.' },
  due: {
    path: billListCalls.due.path,
    none: 'Nothing is due within a week.',
    figure: 'bills_due',
  },
  unpaid: { path: billListCalls.unpaid.path, none: 'Every bill is paid.' },
}

const status = (...values: string[]): Filter => ({ field: 'bill_status', operator: 'in', values })
const disputed: Filter = { field: 'is_disputed', operator: 'eq', values: ['true'] }

/** The views the list of bills comes with, besides All. */
export const billViews: SavedView[] = [
  viewOf('Drafts', [status('draft')]),
  { name: 'To check', search: '?list=tocheck', question: 'bills/tocheck' },
  viewOf('Approved', [status('approved')], 'supplier_due_date'),
  { name: 'Due', search: '?list=due&order=supplier_due_date', question: 'bills/due' },
  { name: 'Unpaid', search: '?list=unpaid&order=supplier_due_date', question: 'bills/unpaid' },
  viewOf('Disputed', [disputed]),
  viewOf('Cleared', [status('paid', 'cleared')]),
]
