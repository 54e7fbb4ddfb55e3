import { DAY_MS, dayOf, momentOf, nextPossibleChargeDate } from './clock.ts'
import {
  creditorOf,
  found,
  type House,
  happened,
  headOf,
  linksOf,
  metadataOf,
  textIn,
} from './house.ts'
import { isLive } from './mandates.ts'
import type { Fields, Payment } from './records.ts'
import { invalid, misused, wrongState } from './refusals.ts'
import { rolledForward } from './working-days.ts'

const FURTHEST_DAYS = 365
const MOST_RETRIES = 3
const MOST_CENTS = 100_000_000

export function makePayment(house: House, body: Fields, origin = 'api'): Payment {
  const { mandate: mandateId, subscription } = linksOf(body)
  const mandate = house.books.mandates.get(String(mandateId))
  if (mandateId !== undefined && !mandate)
    throw misused(404, 'link_not_found', 'The linked mandate was not found')
  const wrong = wrongFields(house, body)
  if (!mandate) wrong['links/mandate'] = "can't be blank"
  if (Object.keys(wrong).length > 0 || !mandate) throw invalid('payments', wrong)
  if (!isLive(mandate))
    throw wrongState('mandate_is_inactive', 'The mandate for this payment is not active')
  const asked = body.charge_date || nextPossibleChargeDate(house.clock.now())
  const charge_date = rolledForward(String(asked))
  const links: Payment['links'] = { creditor: creditorOf(house), mandate: mandate.id }
  if (subscription) links.subscription = String(subscription)
  const payment: Payment = {
    ...headOf(house, 'PM', { links, metadata: metadataOf('payments', body.metadata) }),
    amount: Number(body.amount),
    amount_refunded: 0,
    charge_date,
    currency: 'NZD',
    description: textIn(body.description),
    reference: textIn(body.reference),
    status: 'pending_submission',
    retry_if_possible: body.retry_if_possible === true,
    _retries: 0,
    _due: momentOf(charge_date, '03:00'),
  }
  house.books.payments.set(payment.id, payment)
  tellOf(house, payment, { action: 'created', origin, cause: 'payment_created' })
  return payment
}

function wrongFields(house: House, body: Fields): Record<string, string> {
  const wrong: Record<string, string> = {}
  const { amount, currency, charge_date, reference, description } = body
  if (amount === undefined) wrong.amount = "can't be blank"
  else if (!/^\d+$/.test(String(amount))) wrong.amount = 'must be a positive integer'
  else if (Number(amount) < 1) wrong.amount = 'must be greater than 0'
  else if (Number(amount) > MOST_CENTS) wrong.amount = 'is too large'
  if (currency === undefined) wrong.currency = "can't be blank"
  else if (currency !== 'NZD') wrong.currency = "must match the mandate's scheme (NZD)"
  const late = charge_date ? wrongDay(house, String(charge_date)) : null
  if (late) wrong.charge_date = late
  if (reference && !/^[A-Za-z0-9 .&/_-]+$/.test(String(reference)))
    wrong.reference = 'contains characters that the scheme does not take'
  if (String(reference ?? '').length > 12)
    wrong.reference = 'is too long (maximum is 12 characters)'
  if (String(description ?? '').length > 100)
    wrong.description = 'is too long (maximum is 100 characters)'
  return wrong
}

function wrongDay(house: House, day: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return 'must be a date'
  const now = house.clock.now()
  if (day < nextPossibleChargeDate(now))
    return "must be on or after mandate's next_possible_charge_date"
  if (day > dayOf(now + FURTHEST_DAYS * DAY_MS)) return 'must be within one year'
  return null
}

export function cancelPayment(
  house: House,
  payment: Payment,
  { origin = 'api', cause = 'payment_cancelled' } = {},
): Payment {
  if (payment.status !== 'pending_submission')
    throw wrongState('cancellation_failed', 'This payment cannot be cancelled in its state')
  Object.assign(payment, { status: 'cancelled', _due: null })
  tellOf(house, payment, { action: 'cancelled', origin, cause })
  return payment
}

/** A payment that failed goes to the bank again, at most three times. */
export function retryPayment(house: House, id: string, body: Fields): Payment {
  const payment = found(house, 'payments', id)
  const mandate = found(house, 'mandates', payment.links.mandate)
  if (payment.status !== 'failed' || payment._retries >= MOST_RETRIES)
    throw wrongState('retry_failed', 'This payment cannot be retried')
  if (!isLive(mandate))
    throw wrongState('mandate_is_inactive', 'The mandate for this payment is not active')
  const { charge_date } = body
  const late = charge_date ? wrongDay(house, String(charge_date)) : null
  if (late) throw invalid('data', { charge_date: late })
  resubmit(house, payment, { origin: 'api', ...(charge_date ? { day: String(charge_date) } : {}) })
  return payment
}

interface Resubmission {
  origin: string
  day?: string
}

/** It goes to the bank once more, asked for by the creditor or by their own judgement. */
export function resubmit(house: House, payment: Payment, { origin, day: asked }: Resubmission) {
  const day = rolledForward(asked ?? nextPossibleChargeDate(house.clock.now()))
  payment.status = 'pending_submission'
  payment.charge_date = day
  payment._retries += 1
  payment._due = momentOf(day, '03:00')
  const cause = 'payment_retried'
  tellOf(house, payment, { action: 'resubmission_requested', origin, cause })
}

interface PaymentWord {
  action: string
  cause: string
  origin?: string
  more?: Fields
  payout?: string
}

/** An event of a payment. */
export function tellOf(house: House, payment: Payment, { payout, ...told }: PaymentWord): void {
  const links: Record<string, string | null> = { payment: payment.id }
  if (payment.links.subscription) links.subscription = payment.links.subscription
  if (payout) links.payout = payout
  const more = { scheme: 'becs_nz', ...told.more }
  happened(house, { type: 'payments', ...told, more, links })
}
