import { DAY_MS, dayOf, MINUTE_MS, nextPayoutMoment } from './clock.ts'
import { isFee, totalOf } from './entries.ts'
import { creditorOf, found, type House, happened, headOf } from './house.ts'
import { newId } from './ids.ts'
import { tellOf } from './payments.ts'
import type { Entry, Payout } from './records.ts'
import { misused } from './refusals.ts'

// Between its making and its leaving for the bank.
const ON_ITS_WAY_MS = 5 * MINUTE_MS
const ITEMS_KEPT_DAYS = 183

/** When there is next something to pay out. */
export function nextPayout({ books }: House): number | null {
  const due = books.entries.filter((one) => one.payout === null && one.tenths > 0 && !isFee(one))
  return due.length > 0 ? Math.min(...due.map((one) => one.from)) : null
}

/** One payout of all that is due. Where more is owed than due, everything waits for another day. */
export function payOut(house: House, isTaken: ((one: Entry) => boolean) | null): Payout | null {
  const now = house.clock.now()
  const isDue = isTaken ?? ((one: Entry) => one.from <= now)
  const taken = house.books.entries.filter((one) => one.payout === null && isDue(one))
  const total = totalOf(taken)
  if (total <= 0) {
    for (const one of taken) if (one.tenths > 0) one.from = nextPayoutMoment(now)
    return null
  }
  const gross = taken.filter((one) => !isFee(one)).reduce((sum, one) => sum + one.tenths, 0) / 10
  const fees = Math.round(gross - total / 10)
  const links = {
    creditor: creditorOf(house),
    creditor_bank_account:
      house.books.creditors.get(creditorOf(house))?.links.default_nzd_payout_account ?? null,
  }
  const payout: Payout = {
    ...headOf(house, 'PO', { links }),
    amount: gross - fees,
    arrival_date: dayOf(now),
    currency: 'NZD',
    deducted_fees: fees,
    payout_type: 'merchant',
    reference: `GC-${newId('').slice(2, 10)}`,
    status: 'pending',
    tax_currency: 'NZD',
    _due: now + ON_ITS_WAY_MS,
  }
  house.books.payouts.set(payout.id, payout)
  for (const one of taken) one.payout = payout.id
  for (const one of taken) settle(house, one, payout.id)
  return payout
}

/** Says of each payment or refund that this payout has it. */
function settle(house: House, { type, links, isAgain }: Entry, payout: string): void {
  const payment = house.books.payments.get(links.payment ?? '')
  if (payment && type === 'payment_paid_out') payment.links.payout = payout
  if (isAgain) return
  if (type === 'payment_refunded' || type === 'refund_funds_returned') {
    const of = { refund: links.refund ?? null, payout }
    const cause = 'refund_settled'
    if (type === 'payment_refunded')
      happened(house, { type: 'refunds', action: 'refund_settled', links: of, cause })
    return
  }
  if (!payment) return
  if (type === 'payment_paid_out') {
    if (payment.status !== 'confirmed') return
    payment.status = 'paid_out'
    tellOf(house, payment, { action: 'paid_out', cause: 'payment_paid_out', payout })
  }
  if (type === 'payment_charged_back')
    tellOf(house, payment, { action: 'chargeback_settled', cause: 'chargeback_settled', payout })
  if (type === 'payment_failed')
    tellOf(house, payment, {
      action: 'late_failure_settled',
      cause: 'late_failure_settled',
      payout,
    })
}

export function arrive(house: House, payout: Payout): void {
  Object.assign(payout, { status: 'paid', _due: null })
  const links = { payout: payout.id }
  happened(house, { type: 'payouts', action: 'paid', links, cause: 'payout_paid' })
}

/** The bank sends a payout back: what was in it is due again on the next working day. */
export function bounce(house: House, payout: Payout): void {
  Object.assign(payout, { status: 'bounced', _due: null })
  const from = nextPayoutMoment(house.clock.now())
  const own = house.books.entries.filter((one) => one.payout === payout.id)
  house.books.entries.push(
    ...own.map((one) => ({ ...one, payout: null, from, isAgain: true as const })),
  )
}

/** What makes up a payout, for half a year. */
export function itemsOf(house: House, payoutId: string | null): object[] {
  const payout = found(house, 'payouts', payoutId)
  const age = house.clock.now() - Date.parse(payout.created_at)
  if (age > ITEMS_KEPT_DAYS * DAY_MS)
    throw misused(410, 'payout_items_data_archived', 'Items of this payout are no longer available')
  const own = house.books.entries.filter((one) => one.payout === payout.id)
  return own.map(({ type, tenths, taxTenths, links }) => ({
    type,
    amount: (tenths / 10).toFixed(1),
    links,
    taxes: taxTenths === 0 ? [] : [taxOf(taxTenths)],
  }))
}

const taxOf = (tenths: number) => ({
  amount: (tenths / 10).toFixed(1),
  currency: 'NZD',
  destination_amount: (tenths / 10).toFixed(1),
  destination_currency: 'NZD',
  exchange_rate: null,
  tax_rate_id: 'NZ_GST_1',
})
