import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import type { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { json, money } from '#domain/kit/field.ts'
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

const { fields } = invoice

/** What of a stored draft is typed: its lines and two amounts are else the engine's to write. */
export const typedInvoice: Entity = {
  ...invoice,
  fields: {
    invoice_date: fields.invoice_date,
    due_date: fields.due_date,
    discounted_date: fields.discounted_date,
    period_start: fields.period_start,
    period_end: fields.period_end,
    discount_percent: fields.discount_percent,
    gst_percent: fields.gst_percent,
    service_fee_percent: fields.service_fee_percent,
    late_payment_fee_amount: money().label('Late fee without GST'),
    opening_balance: money(),
    last_for_contract: fields.last_for_contract,
    notes: fields.notes,
    lines: json(),
  },
}

/** The part of a row that is typed over. */
export type TypedInvoice = Pick<Invoice, SaidField | 'last_for_contract' | 'notes'> & {
  lines?: unknown
}

/**
 * A stored draft as what was said about it, so that changing one thing leaves the rest. Its lines
 * are left to the engine until somebody types over one.
 */
export function draftOf(
  { id, customer_id, contract_id, credits_id }: Invoice,
  typed: TypedInvoice,
  isTyped: (name: string) => boolean,
): Draft {
  const names = saidFields.filter((name) => !lookedAtAnew.has(name) || isTyped(name))
  return {
    isCredit: credits_id !== null,
    ...{ id, customer_id, contract_id, bill: null, charges_only: false },
    // Once they are typed, they are those of the editor.
    lines: isTyped('lines') ? (typed.lines as TypedLine[]) : null,
    said: Object.fromEntries(names.map((name) => [name, typed[name]])),
    last_for_contract: typed.last_for_contract === true,
    notes: typed.notes ?? '',
  }
}

/** What is typed by what an editor said; what it did not say is left out. */
export function typedOf({ said, lines, notes, last_for_contract }: Partial<Draft>) {
  const all = { ...said, lines, notes, last_for_contract }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

// What is owed from before is looked at each time, unless somebody says otherwise.
const lookedAtAnew: ReadonlySet<SaidField> = new Set(['opening_balance', 'late_payment_fee_amount'])

type Filled<T> = { [K in keyof T]?: NonNullable<T[K]> }

function filled<T extends Record<string, string | null | undefined>>(values: T): Filled<T> {
  const isFilled = ([, value]: [string, unknown]) => value != null && value !== ''
  // Some of the values, under their own names.
  return Object.fromEntries(Object.entries(values).filter(isFilled)) as Filled<T>
}
