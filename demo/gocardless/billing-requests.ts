import { accountIn, makeAccount, makeCustomer } from './customers.ts'
import { creditorOf, found, type House, happened, headOf, linksOf, metadataOf } from './house.ts'
import { newId } from './ids.ts'
import { makeMandate } from './mandates.ts'
import type { BillingRequest, Fields } from './records.ts'
import { invalid, misused, wrongState } from './refusals.ts'

export function makeBillingRequest(house: House, body: Fields): BillingRequest {
  const asked = body.mandate_request
  if (typeof asked !== 'object' || asked === null)
    throw invalid('billing_requests', { mandate_request: "can't be blank" })
  const { currency, scheme }: Fields = { ...asked }
  if (currency !== undefined && currency !== 'NZD')
    throw invalid('billing_requests', { 'mandate_request/currency': 'is not supported' })
  if (scheme !== undefined && scheme !== 'becs_nz')
    throw invalid('billing_requests', { 'mandate_request/scheme': 'is not supported' })
  const { customer } = linksOf(body)
  if (customer !== undefined && !house.books.customers.has(String(customer)))
    throw misused(404, 'link_not_found', 'The linked customer was not found')
  const links: BillingRequest['links'] = {
    creditor: creditorOf(house),
    mandate_request: newId('MRQ'),
  }
  if (customer) links.customer = String(customer)
  const request: BillingRequest = {
    ...headOf(house, 'BRQ', { links, metadata: metadataOf('billing_requests', body.metadata) }),
    status: 'pending',
    mandate_request: { ...asked, currency: 'NZD', scheme: 'becs_nz', links: {} },
    _customer: {},
    _account: null,
    _isConfirmed: false,
  }
  house.books.billing_requests.set(request.id, request)
  tellOf(house, request, 'created')
  return request
}

/** Which of the steps are done, as their answers list them. */
export function requestShown(house: House, request: BillingRequest): object {
  const step = (type: string, isDone: boolean, requires_actions: string[] = []) => {
    const status = isDone ? 'completed' : 'pending'
    return { type, required: true, status, requires_actions, completes_actions: [] }
  }
  const [hasDetails, hasAccount] = [isIdentified(request), request._account !== null]
  const actions = [
    step('collect_customer_details', hasDetails),
    step('collect_bank_account', hasAccount, ['collect_customer_details']),
    step('confirm_payer_details', request._isConfirmed, ['collect_bank_account']),
  ]
  const { customers, customer_bank_accounts } = house.books
  const customer = customers.get(request.links.customer ?? '') ?? null
  const account = customer_bank_accounts.get(request.links.customer_bank_account ?? '') ?? null
  const shown = account ? { ...account, _digits: undefined } : null
  return { ...request, actions, resources: { customer, customer_bank_account: shown } }
}

const isIdentified = ({ links, _customer }: BillingRequest) =>
  Boolean(links.customer) || Object.keys(_customer).length > 0

/** What the payer says of themselves. */
export function collectCustomer(house: House, request: BillingRequest, data: Fields): void {
  mustBeOpen(request)
  const { customer, customer_billing_detail } = data
  const given: Fields = { ...(customer ?? {}), ...(customer_billing_detail ?? {}) }
  if (!request.links.customer) request.links.customer = makeCustomer(house, given).id
  request._customer = given
  tellOf(house, request, 'collect_customer_details')
}

export function collectAccount(house: House, request: BillingRequest, data: Fields): void {
  mustBeOpen(request)
  if (!isIdentified(request))
    throw wrongState('billing_request_action_not_ready', 'The customer is not known yet')
  accountIn(data)
  request._account = data
  const links = { customer: request.links.customer }
  request.links.customer_bank_account = makeAccount(house, { ...data, links }).id
  tellOf(house, request, 'collect_bank_account')
}

export function confirmPayer(house: House, request: BillingRequest): void {
  mustBeOpen(request)
  if (!request._account)
    throw wrongState('billing_request_action_not_ready', 'The bank account is not known yet')
  request._isConfirmed = true
  request.status = 'ready_to_fulfil'
  tellOf(house, request, 'payer_details_confirmed')
}

/** The mandate that all this was for. */
export function fulfil(house: House, request: BillingRequest): void {
  if (request.status !== 'ready_to_fulfil')
    throw wrongState('billing_request_not_ready_to_fulfil', 'Some actions are still to be done')
  const { customer_bank_account } = request.links
  const mandate = makeMandate(house, { links: { customer_bank_account }, scheme: 'becs_nz' })
  const { metadata } = request.mandate_request
  mandate.metadata = metadataOf('mandates', metadata)
  request.links.mandate_request_mandate = mandate.id
  request.mandate_request.links = { mandate: mandate.id }
  request.status = 'fulfilled'
  tellOf(house, request, 'fulfilled')
}

export function cancelRequest(house: House, request: BillingRequest): void {
  mustBeOpen(request)
  request.status = 'cancelled'
  tellOf(house, request, 'cancelled')
}

function mustBeOpen({ status }: BillingRequest): void {
  if (status !== 'pending' && status !== 'ready_to_fulfil')
    throw wrongState(`billing_request_${status}`, `This billing request is ${status}`)
}

/** One action by its name. */
export function actOn(house: House, id: string, action: string, data: Fields): BillingRequest {
  const request = found(house, 'billing_requests', id)
  if (action === 'collect_customer_details') collectCustomer(house, request, data)
  else if (action === 'collect_bank_account') collectAccount(house, request, data)
  else if (action === 'confirm_payer_details') confirmPayer(house, request)
  else if (action === 'fulfil') fulfil(house, request)
  else if (action === 'cancel') cancelRequest(house, request)
  else throw misused(404, 'path_not_found', 'There is no such action')
  return request
}

/** An event of a billing request, with what it has led to so far. */
export function tellOf(house: House, { id, links }: BillingRequest, action: string, flow?: string) {
  const told: Record<string, string | null> = { billing_request: id }
  for (const name of ['customer', 'customer_bank_account', 'mandate_request_mandate'] as const)
    if (links[name]) told[name] = links[name]
  if (flow) told.billing_request_flow = flow
  const cause = `billing_request_${action}`
  const origin = flow || action === 'fulfilled' ? 'payer' : 'api'
  happened(house, { type: 'billing_requests', action, origin, cause, links: told })
}
