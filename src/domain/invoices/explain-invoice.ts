import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'

/** One amount of an invoice and how it comes about, in words. */
export interface Explained {
  key: string
  label: string
  amount: string
  words: string
}

export interface Sent {
  reliance_opening_balance: string | null
  opening_balance: string | null
  discounted_total: string | null
  undiscounted_total: string | null
  page_items: readonly { invoice_number: string; balance: string }[] | null
}

const roundings: Record<TraceStep['rounding'], string> = {
  cent: ', rounded to the cent',
  gst: ', rounded to the cent (half a cent is dropped)',
  none: '',
}

/** Every amount of an invoice in words, the lines first and the totals last. */
export function explainInvoice(trace: readonly TraceStep[], invoice: Sent): Explained[] {
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
export function asSent(trace: readonly TraceStep[], invoice: Sent): TraceStep[] {
  const known = new Map(trace.map((step) => [step.key, step.amount]))
  const fresh: Record<string, string | null> = {
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
      return { ...step, amount, formula: fromBefore(invoice, amount) }
    return { ...step, amount, formula: sumOf(step.parts.map((part) => known.get(part) ?? '0.00')) }
  })
}

function fromBefore({ page_items }: Sent, amount: string): string {
  const items = page_items ?? []
  const owed = items.reduce((sum, item) => sum + cents(item.balance), 0)
  const credit = wholeCents(owed - cents(amount))
  const named = items.map((item) => `${item.invoice_number} ${item.balance}`).join(' + ')
  const less = credit === 0 ? '' : `credit ${toDecimalString(credit)}`
  return [named, less].filter(Boolean).join(' less ') || amount
}

function sumOf(terms: readonly string[]): string {
  return terms.join(' + ').replaceAll('+ -', '− ')
}
