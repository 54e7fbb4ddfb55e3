import type { Invoice } from '#domain/invoices/invoice.ts'
import type { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import type { TypedBill } from '#web/bills/typed-bill.ts'
import { sentLines, type TypedLine } from '#web/pricing/typed-line.ts'

/** What somebody may say about an invoice; what they did not say comes from the contract. */
export const saidFields = [
  'invoice_date',
  'due_date',
  'discounted_date',
  'period_start',
  'period_end',
  'discount_percent',
  'gst_percent',
  'service_fee_percent',
  'late_payment_fee_amount',
  'opening_balance',
] as const
export type SaidField = (typeof saidFields)[number]
export type SaidTerms = Partial<Record<SaidField, string | null>>

export interface Draft {
  /** The stored draft that is being changed; null for a new one. */
  id: number | null
  /** A credit note is one amount and has no lines to type. */
  isCredit: boolean
  customer_id: number | null
  contract_id: number | null
  said: SaidTerms
  /** Null while the engine makes them from readings and rates. */
  lines: TypedLine[] | null
  bill: TypedBill | null
  /** What waits for the customer alone, without any contract's days. */
  charges_only: boolean
  last_for_contract: boolean
  notes: string
}

export function blankDraft(customer_id: number | null, contract_id: number | null): Draft {
  const rest = { said: {}, lines: null, bill: null, last_for_contract: false, notes: '' }
  return { id: null, isCredit: false, customer_id, contract_id, charges_only: false, ...rest }
}

/** What an invoice is asked for with; an unfinished line is left out. */
export function requestOf(draft: Draft): InputOf<typeof invoiceCalls.create> {
  const { customer_id, contract_id, said, lines, bill, last_for_contract, notes } = draft
  const isAlone = draft.charges_only && lines === null
  return {
    // Nothing is asked before somebody is chosen.
    customer_id: customer_id ?? 0,
    ...(contract_id === null ? {} : { contract_id }),
    ...filled(said),
    ...(lines === null ? {} : { lines: sentLines(lines) }),
    ...(bill === null ? {} : { bill: { ...filled(bill.values), lines: sentLines(bill.lines) } }),
    ...(isAlone ? { charges_only: true } : {}),
    ...(last_for_contract ? { last_for_contract } : {}),
    ...(notes.trim() ? { notes: notes.trim() } : {}),
  }
}

/**
 * A stored draft as what was said about it, so that changing one thing leaves the rest. Its lines
 * are left to the engine until somebody types over one.
 */
export function draftOf(row: Invoice): Draft {
  const { id, customer_id, contract_id, last_for_contract, notes } = row
  const names = saidFields.filter((name) => !lookedAtAnew.has(name))
  return {
    isCredit: row.credits_id !== null,
    ...{ id, customer_id, contract_id, lines: null, bill: null, charges_only: false },
    said: Object.fromEntries(names.map((name) => [name, row[name]])),
    last_for_contract: last_for_contract === true,
    notes: notes ?? '',
  }
}

// What is owed from before is looked at each time, unless somebody says otherwise.
const lookedAtAnew: ReadonlySet<SaidField> = new Set(['opening_balance', 'late_payment_fee_amount'])

type Filled<T> = { [K in keyof T]?: NonNullable<T[K]> }

function filled<T extends Record<string, string | null | undefined>>(values: T): Filled<T> {
  const isFilled = ([, value]: [string, unknown]) => value != null && value !== ''
  // Some of the values, under their own names.
  return Object.fromEntries(Object.entries(values).filter(isFilled)) as Filled<T>
}
