import type { House } from './house.ts'
import type { Entry, Payment } from './records.ts'

// The creditor's money at the provider: what was collected and what is owed back, in tenths of
// cents, until a payout takes it.

const FEE_SHARE = 0.01
const LEAST_FEE = 200
const MOST_FEE = 3000
const TAX_SHARE = 0.15
const TENTHS = 10

interface EntryAsked {
  type: string
  payment: Payment
  cents: number
  from: number
  refund?: string
}

/** Money comes in, and the fee for it is known from then on. */
export function enter(house: House, { payment, refund, ...asked }: EntryAsked): void {
  const links: Entry['links'] = { payment: payment.id, mandate: payment.links.mandate ?? null }
  if (refund) links.refund = refund
  const { type, cents, from } = asked
  const own = { from, links, payout: null }
  house.books.entries.push({ ...own, type, tenths: cents * TENTHS, taxTenths: 0 })
  if (type !== 'payment_paid_out') return
  const fee = Math.min(Math.max(Math.round(cents * TENTHS * FEE_SHARE), LEAST_FEE), MOST_FEE)
  house.books.entries.push({
    ...own,
    type: 'gocardless_fee',
    tenths: -fee,
    taxTenths: -Math.round(fee * TAX_SHARE),
  })
}

/** What was never paid out needs no correction: it is simply not there. */
export function leave({ books }: House, payment: Payment): void {
  const isGone = (one: Entry) =>
    one.payout === null &&
    one.links.payment === payment.id &&
    (one.type === 'payment_paid_out' || (isFee(one) && one.tenths < 0))
  books.entries = books.entries.filter((one) => !isGone(one))
}

/** What was paid out is owed back, and the fee for it is given back. */
export function reverse(house: House, payment: Payment, type: string): void {
  const { entries, payouts } = house.books
  const isBounced = (one: Entry) => payouts.get(one.payout ?? '')?.status === 'bounced'
  const own = entries.filter((one) => one.links.payment === payment.id && !isBounced(one))
  const fees = own.filter(isFee)
  const from = house.clock.now()
  enter(house, { type, payment, cents: -payment.amount, from })
  const tenths = -fees.reduce((sum, one) => sum + one.tenths, 0)
  const taxTenths = -fees.reduce((sum, one) => sum + one.taxTenths, 0)
  if (tenths === 0) return
  const links = { payment: payment.id, mandate: payment.links.mandate ?? null }
  entries.push({ type: 'gocardless_fee', tenths, taxTenths, links, from, payout: null })
}

export const isFee = ({ type }: Entry) => type === 'gocardless_fee'

export const totalOf = (entries: readonly Entry[]) =>
  entries.reduce((sum, one) => sum + one.tenths + one.taxTenths, 0)

/** What the provider holds for the creditor, before its fees: collected, and on its way. */
export function balanceOf({ books }: House) {
  const grossOf = (entries: readonly Entry[]) =>
    entries.filter((one) => !isFee(one)).reduce((sum, one) => sum + one.tenths, 0) / TENTHS
  const isPending = (id: string | null) => books.payouts.get(id ?? '')?.status === 'pending'
  const confirmed_funds = grossOf(books.entries.filter((one) => one.payout === null))
  const pending_payouts = grossOf(books.entries.filter((one) => isPending(one.payout)))
  return { balance: confirmed_funds + pending_payouts, confirmed_funds, pending_payouts }
}
