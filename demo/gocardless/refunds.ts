import { dayOf, momentOf, nextPayoutMoment } from './clock.ts'
import { enter } from './entries.ts'
import { type House, happened, headOf, linksOf, metadataOf } from './house.ts'
import type { Fields, Payment, Refund } from './records.ts'
import { invalid, misused, wrongState } from './refusals.ts'
import { workingDaysAfter } from './working-days.ts'

const EARLIEST_DAYS = 7
const MOST_REFUNDS = 5

export function makeRefund(house: House, body: Fields): Refund {
  const { payment: paymentId } = linksOf(body)
  if (!paymentId) throw invalid('refunds', { 'links/payment': "can't be blank" })
  const payment = house.books.payments.get(String(paymentId))
  if (!payment) throw misused(404, 'link_not_found', 'The linked payment was not found')
  const amount = Number(body.amount)
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid('refunds', { amount: 'must be a positive integer' })
  if (String(body.reference ?? '').length > 12)
    throw invalid('refunds', { reference: 'is too long (maximum is 12 characters)' })
  mayRefund(house, payment, amount, body.total_amount_confirmation)
  const links = { payment: payment.id, mandate: payment.links.mandate ?? null }
  const day = workingDaysAfter(dayOf(house.clock.now()), 1)
  const refund: Refund = {
    ...headOf(house, 'RF', { links, metadata: metadataOf('refunds', body.metadata) }),
    amount,
    currency: 'NZD',
    reference: body.reference ? String(body.reference) : null,
    status: 'pending_submission',
    _due: momentOf(day, '03:00'),
  }
  house.books.refunds.set(refund.id, refund)
  payment.amount_refunded += amount
  const from = house.clock.now()
  enter(house, { type: 'payment_refunded', payment, cents: -amount, from, refund: refund.id })
  tell(house, refund, { action: 'created', origin: 'api', cause: 'refund_created' })
  return refund
}

function mayRefund(house: House, payment: Payment, amount: number, confirmed: unknown): void {
  if (payment.status !== 'paid_out')
    throw wrongState('refund_payment_invalid_state', 'The payment is not paid out')
  const { books, clock, settings } = house
  const earliest = Temporal.PlainDate.from(payment.charge_date).add({ days: EARLIEST_DAYS })
  if (dayOf(clock.now()) < earliest.toString())
    throw wrongState(
      'refund_payment_invalid_state',
      `The payment cannot be refunded before ${earliest}`,
    )
  const own = [...books.refunds.values()].filter((one) => one.links.payment === payment.id)
  if (own.length >= MOST_REFUNDS)
    throw wrongState('number_of_refunds_exceeded', 'This payment has been refunded five times')
  const total = payment.amount_refunded + amount
  if (confirmed === undefined)
    throw invalid('refunds', { total_amount_confirmation: "can't be blank" })
  if (Number(confirmed) !== total)
    throw wrongState(
      'total_amount_confirmation_invalid',
      'The confirmation does not match the total amount refunded',
    )
  if (total > payment.amount)
    throw invalid('refunds', { amount: 'is more than what is left of the payment' })
  if (settings.refundsAvailable !== null && amount > settings.refundsAvailable)
    throw wrongState(
      'available_refund_amount_insufficient',
      'The available balance for refunds is not sufficient',
    )
}

/** The next working day it goes to the bank, and the one after it has arrived. */
export function nextRefundStep(house: House, refund: Refund): void {
  if (refund.status === 'pending_submission') {
    refund.status = 'submitted'
    refund._due = momentOf(workingDaysAfter(dayOf(house.clock.now()), 1), '12:00')
  } else if (refund.status === 'submitted') payRefund(house, refund)
  else refund._due = null
}

export function payRefund(house: House, refund: Refund): void {
  if (!['pending_submission', 'submitted'].includes(refund.status))
    throw wrongState('refund_invalid_state', 'This refund cannot be paid in its state')
  Object.assign(refund, { status: 'paid', _due: null })
  tell(house, refund, { action: 'paid', cause: 'refund_paid' })
}

/** The customer's bank did not take it, or sent it back: the money is the creditor's again. */
export function returnRefund(house: House, refund: Refund, status: 'bounced' | 'funds_returned') {
  if (!['pending_submission', 'submitted', 'paid'].includes(refund.status))
    throw wrongState('refund_invalid_state', 'This refund cannot come back in its state')
  Object.assign(refund, { status, _due: null })
  const payment = house.books.payments.get(refund.links.payment ?? '')
  if (!payment) return
  payment.amount_refunded -= refund.amount
  enter(house, {
    type: 'refund_funds_returned',
    payment,
    cents: refund.amount,
    from: nextPayoutMoment(house.clock.now()),
    refund: refund.id,
  })
  const action = status === 'bounced' ? 'failed' : 'funds_returned'
  tell(house, refund, { action, origin: 'bank', cause: `refund_${action}` })
}

interface RefundWord {
  action: string
  cause: string
  origin?: string
}

function tell(house: House, { id }: Refund, told: RefundWord): void {
  happened(house, { type: 'refunds', ...told, links: { refund: id } })
}
