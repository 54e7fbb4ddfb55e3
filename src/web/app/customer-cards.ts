import { writeFilters } from '#web/kit/list/filters.ts'

const list = (field: string, operator: 'in' | 'eq' | 'gte', value: string) =>
  `/app/customers?where=${encodeURIComponent(writeFilters([{ field, operator, values: [value] }]))}`

/** The first questions of the day; each number opens the customers it counts. */
export const customerCards = [
  {
    label: 'Active customers',
    plural: 'customers',
    params: { 'customer_status.in': 'active' },
    to: list('customer_status', 'in', 'active'),
    hint: 'with us today',
    tone: 'petrol',
  },
  {
    label: 'Prospects',
    plural: 'customers',
    params: { 'customer_status.in': 'prospect' },
    to: list('customer_status', 'in', 'prospect'),
    hint: 'not signed yet',
    tone: 'petrol',
  },
  {
    label: 'Overdue',
    plural: 'customers',
    params: { 'balance_overdue.gte': '0.01' },
    to: list('balance_overdue', 'gte', '0.01'),
    hint: 'customers who owe past the due date',
    tone: 'red',
  },
  {
    label: 'Direct debit failed',
    plural: 'customers',
    params: { 'gocardless_mandate_status.in': 'failed' },
    to: list('gocardless_mandate_status', 'in', 'failed'),
    hint: 'mandates to set up again',
    tone: 'amber',
  },
] as const

const invoices = (status: string) =>
  `/app/invoices?where=${encodeURIComponent(
    writeFilters([{ field: 'invoice_status', operator: 'in', values: [status] }]),
  )}`

/** What waits in billing; each number opens the invoices it counts. */
export const invoiceCards = [
  {
    label: 'Drafts to approve',
    plural: 'invoices',
    params: { 'invoice_status.in': 'draft' },
    to: invoices('draft'),
    hint: 'invoices without a number yet',
    tone: 'amber',
  },
  {
    label: 'To send',
    plural: 'invoices',
    params: { 'invoice_status.in': 'approved' },
    to: invoices('approved'),
    hint: 'approved, not with the customer yet',
    tone: 'amber',
  },
  {
    label: 'Invoices due',
    plural: 'invoices/due',
    params: {},
    to: '/app/invoices?list=due',
    hint: 'owed, and due today or before',
    tone: 'red',
  },
] as const
