import { momentOf, nextPayoutMoment } from './clock.ts'
import { enter, leave, reverse } from './entries.ts'
import { found, type House } from './house.ts'
import { endMandate, isLive, submitMandate } from './mandates.ts'
import { resubmit, tellOf } from './payments.ts'
import type { Payment } from './records.ts'
import { wrongState } from './refusals.ts'
import { workingDaysAfter } from './working-days.ts'

// Days after the charge date on which banks may still send a payment back.
const DISHONOUR_DAYS = 3
const PAYOUT_DAYS = 4

/** Causes after which nothing is collected from the account any more. */
const endingCauses = [
  'bank_account_closed',
  'invalid_bank_details',
  'direct_debit_not_enabled',
  'bank_account_transferred',
  'mandate_cancelled',
  'authorisation_disputed',
]

export function submit(house: House, payment: Payment): void {
  const mandate = found(house, 'mandates', payment.links.mandate)
  submitMandate(house, mandate)
  // A mandate that the bank refused at once has taken its payments with it.
  if (payment.status !== 'pending_submission') return
  payment.status = 'submitted'
  payment._due = momentOf(workingDaysAfter(payment.charge_date, DISHONOUR_DAYS), '12:00')
  tellOf(house, payment, { action: 'submitted', cause: 'payment_submitted' })
}

export function confirm(house: House, payment: Payment): void {
  payment.status = 'confirmed'
  payment._due = null
  const from = momentOf(workingDaysAfter(payment.charge_date, PAYOUT_DAYS), '09:00')
  enter(house, { type: 'payment_paid_out', payment, cents: payment.amount, from })
  tellOf(house, payment, { action: 'confirmed', cause: 'payment_confirmed' })
}

/** The bank sends it back: in time, or when it was thought to be collected. */
export function fail(house: House, payment: Payment, cause: string): void {
  if (payment.status === 'paid_out') reverse(house, payment, 'payment_failed')
  else if (payment.status === 'confirmed') leave(house, payment)
  Object.assign(payment, { status: 'failed', _due: null })
  const mandate = found(house, 'mandates', payment.links.mandate)
  const isFresh = payment.retry_if_possible && payment._retries === 0
  const will_attempt_retry = isFresh && cause === 'insufficient_funds' && isLive(mandate)
  if (will_attempt_retry) payment._due = nextPayoutMoment(house.clock.now())
  const more = { reason_code: 'BECS-NZ', will_attempt_retry }
  tellOf(house, payment, { action: 'failed', origin: 'bank', cause, more })
  if (endingCauses.includes(cause) && isLive(mandate))
    endMandate(house, mandate, { origin: 'bank', cause })
}

export function chargeBack(house: House, payment: Payment, cause: string): void {
  if (payment.status !== 'paid_out')
    throw wrongState('payment_not_paid_out', 'Only what was paid out can be charged back')
  reverse(house, payment, 'payment_charged_back')
  payment.status = 'charged_back'
  tellOf(house, payment, {
    action: 'charged_back',
    origin: 'bank',
    cause,
    more: { reason_code: 'BECS-NZ' },
  })
  const mandate = found(house, 'mandates', payment.links.mandate)
  if (endingCauses.includes(cause) && isLive(mandate))
    endMandate(house, mandate, { origin: 'bank', cause })
}

/** The bank takes its claim back, and the money is the creditor's again. */
export function cancelChargeback(house: House, payment: Payment): void {
  if (payment.status !== 'charged_back')
    throw wrongState('payment_not_charged_back', 'This payment is not charged back')
  payment.status = 'paid_out'
  enter(house, {
    type: 'payment_paid_out',
    payment,
    cents: payment.amount,
    from: nextPayoutMoment(house.clock.now()),
  })
  const cause = 'payment_chargeback_cancelled'
  tellOf(house, payment, { action: 'chargeback_cancelled', origin: 'bank', cause })
}

/** What time brings to a payment that nobody touches. */
export function nextStep(house: House, payment: Payment): void {
  if (payment.status === 'pending_submission') submit(house, payment)
  else if (payment.status === 'submitted') confirm(house, payment)
  else if (payment.status === 'failed' && isLive(found(house, 'mandates', payment.links.mandate)))
    resubmit(house, payment, { origin: 'gocardless' })
  else payment._due = null
}
