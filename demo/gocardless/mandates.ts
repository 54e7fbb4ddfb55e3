import { nextPossibleChargeDate } from './clock.ts'
import { creditorOf, found, type House, happened, headOf, linksOf, metadataOf } from './house.ts'
import { newId } from './ids.ts'
import { cancelPayment } from './payments.ts'
import type { Fields, Mandate } from './records.ts'
import { invalid, misused, wrongState } from './refusals.ts'

const MOST_REINSTATED = 10
const live = ['pending_customer_approval', 'pending_submission', 'submitted', 'active']

export const isLive = ({ status }: Mandate) => live.includes(status)

const scheme = 'becs_nz'

export function makeMandate(house: House, body: Fields): Mandate {
  const { customer_bank_account, creditor } = linksOf(body)
  if (!customer_bank_account)
    throw invalid('mandates', { 'links/customer_bank_account': "can't be blank" })
  const account = house.books.customer_bank_accounts.get(String(customer_bank_account))
  if (!account) throw misused(404, 'link_not_found', 'The linked bank account was not found')
  if (!account.enabled)
    throw wrongState('bank_account_disabled', 'The bank account has been disabled')
  if (creditor !== undefined && creditor !== creditorOf(house))
    throw misused(404, 'link_not_found', 'The linked creditor was not found')
  if (body.scheme !== undefined && body.scheme !== scheme)
    throw invalid('mandates', { scheme: 'is not available for this bank account' })
  const links = {
    creditor: creditorOf(house),
    customer: account.links.customer ?? null,
    customer_bank_account: account.id,
  }
  const metadata = metadataOf('mandates', body.metadata)
  const mandate: Mandate = {
    ...headOf(house, 'MD', { links, metadata }),
    reference: newId('').slice(2, 12),
    scheme,
    status: 'pending_submission',
    payments_require_approval: false,
    _reinstated: 0,
    _isEndedByBank: false,
  }
  house.books.mandates.set(mandate.id, mandate)
  tell(house, mandate, { action: 'created', origin: 'api', cause: 'mandate_created' })
  return mandate
}

/** The day is reckoned when somebody looks. */
export function mandateShown(house: House, mandate: Mandate): object {
  const day = isLive(mandate) ? nextPossibleChargeDate(house.clock.now()) : null
  const verified_at = null
  return { ...mandate, next_possible_charge_date: day, verified_at }
}

/** It goes to the bank with its first payment, and is active by that. */
export function submitMandate(house: House, mandate: Mandate): void {
  if (mandate.status !== 'pending_submission') return
  mandate.status = 'submitted'
  tell(house, mandate, { action: 'submitted', cause: 'mandate_submitted' })
  if (mandate._isEndedByBank) {
    failMandate(house, mandate, 'authorisation_disputed')
    return
  }
  mandate.status = 'active'
  const isAgain = mandate._reinstated > 0
  const [action, cause] = isAgain
    ? ['reinstated', 'mandate_reinstated']
    : ['active', 'mandate_activated']
  tell(house, mandate, { action, cause })
}

export function failMandate(house: House, mandate: Mandate, cause: string): void {
  mandate.status = 'failed'
  tell(house, mandate, { action: 'failed', origin: 'bank', cause })
  cancelRest(house, mandate)
}

interface Ending {
  origin: string
  cause: string
}

/** What the bank has already runs on; what it has not got yet ends with the mandate. */
export function endMandate(house: House, mandate: Mandate, { origin, cause }: Ending): void {
  mandate.status = 'cancelled'
  mandate._isEndedByBank = origin === 'bank'
  tell(house, mandate, { action: 'cancelled', origin, cause })
  cancelRest(house, mandate)
}

function cancelRest(house: House, { id }: Mandate): void {
  const { payments, subscriptions } = house.books
  for (const one of subscriptions.values()) {
    if (one.links.mandate !== id || one.status !== 'active') continue
    Object.assign(one, { status: 'cancelled', _due: null })
    const links = { subscription: one.id }
    const cause = 'mandate_cancelled'
    happened(house, { type: 'subscriptions', action: 'cancelled', links, cause })
  }
  for (const one of payments.values())
    if (one.links.mandate === id && one.status === 'pending_submission')
      cancelPayment(house, one, { origin: 'gocardless', cause: 'mandate_cancelled' })
}

export function cancelMandate(house: House, id: string, body: Fields): Mandate {
  const mandate = found(house, 'mandates', id)
  if (!isLive(mandate))
    throw wrongState('cancellation_failed', 'This mandate cannot be cancelled in its state')
  mandate.metadata = { ...mandate.metadata, ...metadataOf('mandates', body.metadata) }
  endMandate(house, mandate, { origin: 'api', cause: 'mandate_cancelled' })
  return mandate
}

export function reinstateMandate(house: House, id: string): Mandate {
  const mandate = found(house, 'mandates', id)
  if (isLive(mandate))
    throw wrongState('mandate_not_inactive', 'This mandate is active or being submitted')
  const account = house.books.customer_bank_accounts.get(mandate.links.customer_bank_account ?? '')
  if (!account?.enabled)
    throw wrongState('bank_account_disabled', 'The bank account has been disabled')
  if (mandate._reinstated >= MOST_REINSTATED)
    throw wrongState('reinstate_limit_exceeded', 'This mandate was reinstated ten times')
  mandate._reinstated += 1
  mandate.status = 'pending_submission'
  tell(house, mandate, {
    action: 'resubmission_requested',
    origin: 'api',
    cause: 'resubmission_requested',
  })
  return mandate
}

interface MandateWord {
  action?: string | undefined
  origin?: string
  cause?: string | undefined
}

function tell(
  house: House,
  { id }: Mandate,
  { action = '', cause = '', ...rest }: MandateWord,
): void {
  const more = { scheme, ...(rest.origin === 'bank' ? { reason_code: 'BECS-NZ' } : {}) }
  happened(house, { type: 'mandates', action, cause, links: { mandate: id }, more, ...rest })
}
