import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { Filter } from '#web/kit/list/filters.ts'
import { type SavedView, viewOf } from '#web/kit/list/saved-views.ts'

/** Lists that answer a question of their own. */
export const questions = {
  due: { path: invoiceCalls.due.path, none: 'Nothing is due. Lovely.' },
  undelivered: {
    path: invoiceCalls.undelivered.path,
    none: 'Everything got where it was meant to.',
  },
  latest: {
    path: invoiceCalls.latestOfContracts.path,
    none: 'No contract has been invoiced yet.',
  },
}

const status = (...values: string[]): Filter => ({
  field: 'invoice_status',
  operator: 'in',
  values,
})
const owed: Filter = { field: 'balance', operator: 'gt', values: ['0'] }

/** The views every list of invoices comes with, besides All. */
export const invoiceViews: SavedView[] = [
  viewOf('Drafts', [status('draft')]),
  viewOf('To send', [status('approved')]),
  viewOf('Owed', [status('invoiced'), owed], 'due_date'),
  { name: 'Overdue', search: '?list=due', question: 'invoices/due' },
  { name: 'Not delivered', search: '?list=undelivered', question: 'invoices/undelivered' },
  { name: 'Latest per contract', search: '?list=latest', question: 'invoices/latest' },
  viewOf('Paid', [status('cleared', 'paid')]),
  viewOf('Cancelled', [status('cancelled')]),
]
