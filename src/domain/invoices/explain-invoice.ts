import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'

/** One amount of an invoice and how it comes about, in words. */
export interface Explained {
  key: string
  label: string
  amount: string
  words: string
}

export interface SentPage {
  reliance_opening_balance: string | null
  opening_balance: string | null
  discounted_total: string | null
  undiscounted_total: string | null
  page_items: readonly { invoice_number: string; balance: string }[] | null
  /** Through us, what of the opening balance is the supplier's. */
  supplier_opening_balance?: string | null | undefined
  supplier_difference?: string | null | undefined
  supplier_discounted_total?: string | null | undefined
  supplier_undiscounted_total?: string | null | undefined
}

const roundings: Record<TraceStep['rounding'], string> = {
  cent: ', rounded to the cent',
  gst: ', rounded to the cent (half a cent is dropped)',
  none: '',
}

/** Every amount of an invoice in words, the lines first and the totals last. */
export function explainInvoice(trace: readonly TraceStep[], invoice: SentPage): Explained[] {
  return asSent(trace, invoice).map(({ key, label, amount, formula, rounding }) => ({
    key,
    label,
    amount,
    words: `${withMinus(formula)}${isExact(formula, amount) ? '' : roundings[rounding]}`,
  }))
}

// Before a figure it is a minus, within an invoice's number a hyphen.
const withMinus = (formula: string) => formula.replace(/(^|\s)-(?=\d)/g, '$1\u2212')

const isExact = (formula: string, amount: string) =>
  formula.endsWith(`= ${amount}`) || formula.endsWith(`= ${Number(amount)}`)

/** What is owed from before is looked at again when an invoice goes out; its steps follow. */
export function asSent(trace: readonly TraceStep[], invoice: SentPage): TraceStep[] {
  const known = new Map(trace.map((step) => [step.key, step.amount]))
  const isThroughUs = known.has('supplier_rest') && invoice.supplier_opening_balance != null
  const rest = isThroughUs ? supplierRest(invoice) : null
  const fresh: Record<string, string | null> = {
    ...(rest === null ? {} : supplierSide(invoice, rest)),
    reliance_opening_balance: invoice.reliance_opening_balance,
    opening_balance: invoice.opening_balance,
    discounted_total: invoice.discounted_total,
    undiscounted_total: invoice.undiscounted_total,
  }
  for (const [key, amount] of Object.entries(fresh)) if (amount !== null) known.set(key, amount)
  return trace.map((step) => {
    const amount = fresh[step.key] ?? null
    if (amount === null || amount === step.amount) return step
    if (step.key === 'reliance_opening_balance')
      return { ...step, amount, formula: fromBefore(invoice, amount, rest) }
    if (step.parts.length === 0) return { ...step, amount }
    return { ...step, amount, formula: sumOf(step.parts.map((part) => known.get(part) ?? '0.00')) }
  })
}

function fromBefore({ page_items }: SentPage, amount: string, rest: string | null): string {
  const items = page_items ?? []
  const theirs = cents(rest ?? '0.00')
  const owed = items.reduce((sum, item) => sum + cents(item.balance), 0)
  const credit = wholeCents(owed - theirs - cents(amount))
  const named = items.map((item) => `${item.invoice_number} ${item.balance}`).join(' + ')
  const part = theirs === 0 ? '' : `the supplier’s part ${toDecimalString(theirs)}`
  const less = credit === 0 ? '' : `credit ${toDecimalString(credit)}`
  return [named, part, less].filter(Boolean).join(' less ') || amount
}

/** What of the supplier's balance is no difference is its part of earlier rests. */
function supplierRest({ supplier_opening_balance, supplier_difference }: SentPage): string {
  const [balance, difference] = [supplier_opening_balance, supplier_difference]
  return toDecimalString(wholeCents(cents(balance ?? '0.00') - cents(difference ?? '0.00')))
}

function supplierSide(invoice: SentPage, supplier_rest: string): Record<string, string | null> {
  return {
    supplier_rest,
    supplier_opening_balance: invoice.supplier_opening_balance ?? null,
    supplier_discounted_total: invoice.supplier_discounted_total ?? null,
    supplier_undiscounted_total: invoice.supplier_undiscounted_total ?? null,
  }
}

function sumOf(terms: readonly string[]): string {
  return terms.join(' + ').replaceAll('+ -', '− ')
}
