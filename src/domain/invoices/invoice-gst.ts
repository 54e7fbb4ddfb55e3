import { Exact } from '#domain/kit/decimal.ts'
import { gstInsideOf, plain } from '#domain/kit/figure.ts'
import { type Cents, cents, toDecimalString } from '#domain/kit/money.ts'
import type { Tracer } from '#domain/pricing/trace.ts'
import type { EngineRules } from './engine-rules.ts'
import type { InvoiceInput } from './invoice-input.ts'

export interface GstOutcomes {
  /** The GST printed when the invoice is paid in time, and when it is not. */
  gst_if_discounted: string
  gst_if_not: string
  /** The GST content of our opening balance: told, never taxed again. */
  reliance_opening_balance_gst: string
}

interface Amounts {
  charges_total: Cents
  discounted_charges: Cents
  discounted_service_fee: Cents
  undiscounted_service_fee: Cents
}

/** The sum of the blocks' GST; it is never computed again from the total. */
export function gstOutcomes(
  amounts: Amounts,
  input: InvoiceInput,
  tracer: Tracer,
  { aCreditHasOneOutcome }: EngineRules,
): GstOutcomes {
  const below = plain(new Exact(100).plus(input.gst_percent))
  const content = (key: string, label: string, amount: Cents, part: string) =>
    gstContent(key, label, amount, part, { gst_percent: input.gst_percent, below, tracer })
  content(
    'discounted_charges_gst',
    'GST in charges paid in time',
    amounts.discounted_charges,
    'discounted_charges',
  )
  content(
    'discounted_service_fee_gst',
    'GST in the service fee paid in time',
    amounts.discounted_service_fee,
    'discounted_service_fee',
  )
  content(
    'undiscounted_service_fee_gst',
    'GST in the service fee',
    amounts.undiscounted_service_fee,
    'undiscounted_service_fee',
  )
  const opening_gst = content(
    'reliance_opening_balance_gst',
    'GST in our opening balance',
    cents(input.reliance_opening_balance),
    'reliance_opening_balance',
  )
  // In split billing the supplier's charges carry the supplier's GST, on the supplier's bill.
  const ours = input.billing === 'standard'
  const own = input.own_charges?.length ? ['owncharges_gst'] : []
  const discounted = tracer.sum('gst_if_discounted', 'GST when paid in time', [
    ...(ours ? ['discounted_charges_gst', 'othercharges_gst'] : []),
    'discounted_service_fee_gst',
    'late_payment_fee_gst',
    ...own,
  ])
  const isCredit = aCreditHasOneOutcome && amounts.charges_total < 0
  const charged = isCredit ? 'discounted_charges_gst' : 'charges_gst'
  const full = tracer.sum('gst_if_not', 'GST', [
    ...(ours ? [charged, 'othercharges_gst'] : []),
    'undiscounted_service_fee_gst',
    'late_payment_fee_gst',
    ...own,
  ])
  return {
    gst_if_discounted: toDecimalString(discounted),
    gst_if_not: toDecimalString(full),
    reliance_opening_balance_gst: toDecimalString(opening_gst),
  }
}

/** The GST inside an amount that includes it. */
function gstContent(
  key: string,
  label: string,
  amount: Cents,
  part: string,
  { gst_percent, below, tracer }: { gst_percent: string; below: string; tracer: Tracer },
): Cents {
  const { text, cents: gst } = gstInsideOf(amount, gst_percent)
  const formula = () => `${toDecimalString(amount)} × ${gst_percent} ÷ ${below} = ${text()}`
  return tracer.note({ key, label, formula, parts: [part], rounding: 'gst' }, gst)
}
