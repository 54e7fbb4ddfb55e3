import { collectAccount, collectCustomer, confirmPayer, fulfil } from './billing-requests.ts'
import { found, type House, linksOf } from './house.ts'
import { endMandate, failMandate, isLive } from './mandates.ts'
import { cancelChargeback, chargeBack, confirm, fail, submit } from './payment-steps.ts'
import { arrive, bounce, payOut } from './payouts.ts'
import type { Entry, Fields, Payment } from './records.ts'
import { payRefund, returnRefund } from './refunds.ts'
import { misused, wrongState } from './refusals.ts'

const steps = ['pending_submission', 'submitted', 'confirmed', 'paid_out']

/** Walks a payment ahead as its days would, but now. */
function walk(house: House, id: string, to: string): Payment {
  const payment = found(house, 'payments', id)
  const wanted = steps.indexOf(to)
  if (!steps.includes(payment.status) || steps.indexOf(payment.status) > wanted)
    throw refused(`A payment that is ${payment.status} cannot become ${to}`)
  if (payment.status === 'pending_submission' && wanted > 0) submit(house, payment)
  if (payment.status === 'submitted' && wanted > 1) confirm(house, payment)
  if (payment.status === 'confirmed' && wanted > 2)
    payAtOnce(house, (one) => one.links.payment === id)
  return payment
}

/** Simulated payouts arrive at once. */
function payAtOnce(house: House, isTaken: (one: Entry) => boolean): void {
  const payout = payOut(house, isTaken)
  if (payout) arrive(house, payout)
}

const refused = (message: string) => wrongState('scenario_simulator_failed', message)

type Simulator = (house: House, id: string, cause: string | null) => void

const SHORT = 'insufficient_funds'
const DISPUTED = 'refer_to_payer'

const simulators: Record<string, Simulator> = {
  payment_submitted: (house, id) => {
    walk(house, id, 'submitted')
  },
  payment_confirmed: (house, id) => {
    walk(house, id, 'confirmed')
  },
  payment_paid_out: (house, id) => {
    walk(house, id, 'paid_out')
  },
  payment_failed: (house, id, cause) => fail(house, walk(house, id, 'submitted'), cause ?? SHORT),
  payment_late_failure: (house, id, cause) => {
    const { status } = found(house, 'payments', id)
    const payment = walk(house, id, status === 'paid_out' ? status : 'confirmed')
    fail(house, payment, cause ?? SHORT)
  },
  payment_late_failure_settled: (house, id, cause) => {
    const payment = found(house, 'payments', id)
    if (payment.status !== 'failed') fail(house, walk(house, id, 'paid_out'), cause ?? SHORT)
    payAtOnce(house, () => true)
  },
  payment_charged_back: (house, id, cause) =>
    chargeBack(house, walk(house, id, 'paid_out'), cause ?? DISPUTED),
  payment_chargeback_cancelled: (house, id) =>
    cancelChargeback(house, found(house, 'payments', id)),
  payment_chargeback_settled: (house, id, cause) => {
    const payment = found(house, 'payments', id)
    if (payment.status !== 'charged_back')
      chargeBack(house, walk(house, id, 'paid_out'), cause ?? DISPUTED)
    payAtOnce(house, () => true)
  },
  mandate_failed: (house, id, cause) => {
    const mandate = found(house, 'mandates', id)
    if (!['pending_submission', 'submitted'].includes(mandate.status))
      throw refused(`A mandate that is ${mandate.status} cannot fail`)
    failMandate(house, mandate, cause ?? 'invalid_bank_details')
  },
  // Not one of theirs: the payer ends the authority at the bank.
  mandate_cancelled: (house, id, cause) => {
    const mandate = found(house, 'mandates', id)
    if (!isLive(mandate)) throw refused(`A mandate that is ${mandate.status} cannot be cancelled`)
    endMandate(house, mandate, { origin: 'bank', cause: cause ?? 'mandate_cancelled' })
  },
  refund_paid: (house, id) => payRefund(house, found(house, 'refunds', id)),
  refund_settled: (house, id) => {
    const refund = found(house, 'refunds', id)
    if (refund.status !== 'paid') payRefund(house, refund)
    payAtOnce(house, () => true)
  },
  refund_bounced: (house, id) => returnRefund(house, found(house, 'refunds', id), 'bounced'),
  refund_returned: (house, id) =>
    returnRefund(house, found(house, 'refunds', id), 'funds_returned'),
  payout_bounced: (house, id) => {
    const payout = found(house, 'payouts', id)
    if (payout.status !== 'paid') throw refused(`A payout that is ${payout.status} cannot bounce`)
    bounce(house, payout)
  },
  payout_create: (house) => payAtOnce(house, () => true),
  billing_request_fulfilled: (house, id) => {
    const request = found(house, 'billing_requests', id)
    if (request.status === 'pending') completeRequest(house, id)
    fulfil(house, request)
  },
}

// The account of their own sandbox for New Zealand.
const sandboxAccount = {
  account_holder_name: 'SANDBOX PAYER',
  country_code: 'NZ',
  bank_code: '12',
  branch_code: '3113',
  account_number: '0003869-00',
}

function completeRequest(house: House, id: string): void {
  const request = found(house, 'billing_requests', id)
  const customer = { given_name: 'Sandbox', family_name: 'Payer', email: 'payer@example.com' }
  if (!request.links.customer) collectCustomer(house, request, { customer })
  if (!request._account) collectAccount(house, request, sandboxAccount)
  confirmPayer(house, request)
}

// BECS NZ has no such steps: a mandate goes with its first payment, does not end by itself, and
// nobody signs it a second time.
const unavailable = [
  'mandate_activated',
  'mandate_customer_approval_granted',
  'mandate_customer_approval_skipped',
  'mandate_expired',
  'mandate_transferred',
  'mandate_transferred_with_resubmission',
  'mandate_suspended_by_payer',
]

export function simulate(house: House, name: string, data: Fields): object {
  if (unavailable.includes(name)) throw refused('This simulator is not compatible with BECS NZ')
  const run = simulators[name]
  if (!run) throw misused(404, 'resource_not_found', 'There is no such simulator')
  const { resource } = linksOf(data)
  run(house, String(resource), data.cause ? String(data.cause) : null)
  return { id: name }
}
