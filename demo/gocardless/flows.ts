import { tellOf } from './billing-requests.ts'
import { DAY_MS, textOf } from './clock.ts'
import { found, type House, headOf, linksOf, textIn } from './house.ts'
import { newSecret } from './ids.ts'
import type { Fields, Flow } from './records.ts'
import { invalid, misused, wrongState } from './refusals.ts'

const OPEN_DAYS = 7

/** The way of a payer's browser to the hosted page and back. */
export function makeFlow(house: House, body: Fields): Flow {
  const { billing_request } = linksOf(body)
  if (!billing_request)
    throw invalid('billing_request_flows', { 'links/billing_request': "can't be blank" })
  const request = house.books.billing_requests.get(String(billing_request))
  if (!request) throw misused(404, 'link_not_found', 'The linked billing request was not found')
  if (!['pending', 'ready_to_fulfil'].includes(request.status))
    throw wrongState('billing_request_invalid_state', `The billing request is ${request.status}`)
  const [redirect_uri, exit_uri] = [addressIn(body, 'redirect_uri'), addressIn(body, 'exit_uri')]
  const head = headOf(house, 'BRF', { links: { billing_request: request.id } })
  const flow: Flow = {
    ...head,
    authorisation_url: `${house.url}/flow/${head.id}`,
    redirect_uri,
    exit_uri,
    expires_at: textOf(house.clock.now() + OPEN_DAYS * DAY_MS),
    auto_fulfil: body.auto_fulfil !== false,
    lock_bank_account: body.lock_bank_account === true,
    lock_customer_details: body.lock_customer_details === true,
    session_token: newSecret('sesh'),
    _prefilled: { ...(body.prefilled_customer ?? {}), ...(body.prefilled_bank_account ?? {}) },
  }
  house.books.billing_request_flows.set(flow.id, flow)
  tellOf(house, request, 'flow_created', flow.id)
  return flow
}

function addressIn(body: Fields, name: string): string | null {
  const text = textIn(body[name])
  if (text !== null && !URL.canParse(text))
    throw invalid('billing_request_flows', { [name]: 'is not a valid URL' })
  return text
}

/** A new token for the same page. */
export function initialiseFlow(house: House, id: string): Flow {
  const flow = found(house, 'billing_request_flows', id)
  flow.session_token = newSecret('sesh')
  return flow
}
