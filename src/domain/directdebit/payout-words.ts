import { Exact } from '#domain/kit/decimal.ts'
import { inThousands } from '#domain/kit/wording.ts'

const inWords: Record<string, string> = {
  payment_paid_out: 'Collected',
  payment_failed: 'Not honoured after all',
  payment_charged_back: 'Taken back by the customer’s bank',
  payment_refunded: 'Refunded',
  refund: 'Refunded',
  refund_funds_returned: 'Refund that came back',
  gocardless_fee: 'The provider’s fee',
  app_fee: 'Fee of an app',
  revenue_share: 'Share of the fee',
  surcharge_fee: 'Surcharge',
}

/** What an item of a payout is; one that is new to us keeps the provider's word. */
export function itemInWords({ type, amount }: { type: string; amount: string }): string {
  if (type === 'gocardless_fee' && Number(amount) > 0) return 'The provider’s fee, given back'
  return inWords[type] ?? type.replaceAll('_', ' ')
}

/** Cents with a tenth, as dollars: the third decimal is what the provider counts in. */
export function tenthsInDollars(cents: string): string {
  const [whole = '0', decimals] = new Exact(cents).div(100).toFixed(3).split('.')
  const digits = inThousands(whole.replace('-', ''))
  return `${whole.startsWith('-') ? '−' : ''}${digits}.${decimals}`
}
