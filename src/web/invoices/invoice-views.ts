import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { type Filter, writeFilters } from '#web/kit/list/filters.ts'
import type { SavedView } from '#web/kit/list/saved-views.ts'

/** Lists that answer a question of their own. */
export const questions = {
  due: { path: invoiceCalls.due.path, none: 'Nothing is due. Lovely.' },
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
  view('Drafts', [status('draft')]),
  view('To send', [status('approved')]),
  view('Owed', [status('invoiced'), owed], 'due_date'),
  { name: 'Overdue', search: '?list=due', question: 'invoices/due' },
  { name: 'Latest per contract', search: '?list=latest', question: 'invoices/latest' },
  view('Paid', [status('cleared', 'paid')]),
  view('Cancelled', [status('cancelled')]),
]

function view(name: string, where: Filter[], order?: string): SavedView {
  const params = new URLSearchParams({ where: writeFilters(where), ...(order ? { order } : {}) })
  return { name, search: `?${params}` }
}
