import type { Reply } from './answers.ts'
import {
  collectAccount,
  collectCustomer,
  confirmPayer,
  fulfil,
  tellOf,
} from './billing-requests.ts'
import { accountIn } from './customers.ts'
import { confirmation, entryForm, lastPage } from './hosted-words.ts'
import type { House } from './house.ts'
import type { BillingRequest, Fields, Flow } from './records.ts'
import { Refusal } from './refusals.ts'

interface Visit {
  method: string
  id: string
  form: string
}

const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
const page = (status: number, body: string): Reply => ({ status, body, headers })
const leadTo = (location: string): Reply => ({ status: 303, body: '', headers: { location } })

/** The page on which a payer gives the authority: details, a look at them, and back. */
export function hostedPage(house: House, { method, id, form }: Visit): Reply {
  const flow = house.books.billing_request_flows.get(id)
  const request = house.books.billing_requests.get(flow?.links.billing_request ?? '')
  if (!flow || !request) return page(404, lastPage('There is no such page.'))
  if (house.clock.now() > Date.parse(flow.expires_at))
    return page(410, lastPage('This page is no longer open. Ask for a new link.'))
  if (request.status === 'fulfilled')
    return page(200, lastPage('Your direct debit is set up already.'))
  if (request.status === 'cancelled')
    return page(410, lastPage('This request is no longer open. Ask for a new link.'))
  const [creditor] = house.books.creditors.values()
  const name = creditor?.name ?? ''
  const known = prefilled(house, request, flow)
  if (method === 'GET') {
    tellOf(house, request, 'flow_visited', flow.id)
    return page(200, entryForm({ name, flow, given: known, wrong: {} }))
  }
  const given = { ...known, ...Object.fromEntries(new URLSearchParams(form)) }
  if (given.step === 'cancel') {
    tellOf(house, request, 'flow_exited', flow.id)
    const away = flow.exit_uri ?? flow.redirect_uri
    return away ? leadTo(away) : page(200, lastPage('Nothing was set up.'))
  }
  if (given.step === 'change') return page(200, entryForm({ name, flow, given, wrong: {} }))
  const wrong = wrongIn(request, given)
  if (Object.keys(wrong).length > 0) return page(422, entryForm({ name, flow, given, wrong }))
  if (given.step !== 'confirm') return page(200, confirmation({ name, flow, given, wrong }))
  return finish(house, request, flow, given)
}

function finish(house: House, request: BillingRequest, flow: Flow, given: Fields): Reply {
  collectCustomer(house, request, { customer: given })
  collectAccount(house, request, { ...given, country_code: 'NZ' })
  confirmPayer(house, request)
  if (flow.auto_fulfil) fulfil(house, request)
  return flow.redirect_uri
    ? leadTo(flow.redirect_uri)
    : page(200, lastPage('Your direct debit is set up.'))
}

const names = ['given_name', 'family_name', 'company_name', 'email'] as const

function prefilled(house: House, request: BillingRequest, flow: Flow): Record<string, string> {
  const customer: Fields = { ...house.books.customers.get(request.links.customer ?? '') }
  const known = { ...customer, ...flow._prefilled }
  const fields = [...names, 'account_holder_name', 'account_number'] as const
  return Object.fromEntries(
    fields.flatMap((field) => (known[field] ? [[field, String(known[field])]] : [])),
  )
}

/** What is not right, in words for the payer. */
function wrongIn(request: BillingRequest, given: Fields): Record<string, string> {
  const wrong: Record<string, string> = {}
  const isPerson = !given.company_name
  if (isPerson && !given.given_name) wrong.given_name = 'Enter your first name.'
  if (isPerson && !given.family_name) wrong.family_name = 'Enter your last name.'
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(given.email ?? '')))
    wrong.email = 'Enter an e-mail address.'
  if (request._account !== null) return wrong
  try {
    accountIn({ ...given, country_code: 'NZ' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!given.account_holder_name) wrong.account_holder_name = 'Enter the name on the account.'
    else wrong.account_number = 'Check the bank account number.'
  }
  return wrong
}
