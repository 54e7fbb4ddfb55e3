import type { Contract } from './contract.ts'

/** Percentages, fees and the due-date rule: on an active contract they change from a day on. */
export const termFields = [
  'service_fee_percent',
  'discount_percent',
  'gst_percent',
  'due_date_type',
  'due_date_value_offset',
  'due_date_value_fixed',
  'supplier_ppd',
  'supplier_cancellation_fee',
  'supplier_late_fee',
  'supplier_joining_credit',
  'welcome_credit_amount',
  'cancellation_fee_amount',
] as const

export type TermField = (typeof termFields)[number]
export type Terms = Pick<Contract, TermField>

export interface DatedTerms {
  valid_from_date: string
  terms: Terms
}

export function termsOf(row: Readonly<Partial<Terms>>): Terms {
  // Each field of the list is a column of the contract.
  const entries = termFields.map((name) => [name, row[name] ?? null])
  return Object.fromEntries(entries) as Terms
}

/** The terms that hold on a day; before the first ones, the first ones. */
export function termsAt(versions: readonly DatedTerms[], day: string): DatedTerms | null {
  const inOrder = [...versions].sort((a, b) => (a.valid_from_date < b.valid_from_date ? -1 : 1))
  return inOrder.filter((version) => version.valid_from_date <= day).at(-1) ?? inOrder[0] ?? null
}

export type TimeState = 'upcoming' | 'running' | 'expiring' | 'rolling' | 'over'

/** Where a binding contract stands in time; null while it is a draft or an offer. */
export function timeStateOf(
  row: {
    contract_status: string
    date_start: string | null
    date_end: string | null
    is_open_plan: boolean
  },
  today: string,
  expiringDays: number,
): TimeState | null {
  if (row.contract_status === 'draft' || row.contract_status === 'offered') return null
  if (row.contract_status !== 'active') return 'over'
  if (row.date_start && row.date_start > today) return 'upcoming'
  if (!row.date_end) return 'running'
  if (row.date_end < today) return row.is_open_plan ? 'rolling' : 'over'
  const limit = Temporal.PlainDate.from(today).add({ days: expiringDays }).toString()
  return row.date_end <= limit ? 'expiring' : 'running'
}
