import { list, payoutItems, type Reply, shown } from './answers.ts'
import { actOn, makeBillingRequest } from './billing-requests.ts'
import type { Kind } from './books.ts'
import { kinds } from './books.ts'
import { DAY_MS, textOf } from './clock.ts'
import * as customers from './customers.ts'
import { balanceOf } from './entries.ts'
import { initialiseFlow, makeFlow } from './flows.ts'
import { found, type House, metadataOf } from './house.ts'
import { cancelMandate, makeMandate, reinstateMandate } from './mandates.ts'
import { cancelPayment, makePayment, retryPayment } from './payments.ts'
import type { Fields } from './records.ts'
import { makeRefund } from './refunds.ts'
import { invalid, madeBefore, misused, notFound } from './refusals.ts'
import { simulate } from './simulators.ts'
import { cancelSubscription } from './subscriptions.ts'

/** A call as the protocol sees it. */
export interface Call {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  body: Fields
  /** Sends a webhook again. */
  retryWebhook(id: string): object
}

type Maker = (house: House, body: Fields) => { id: string }

const makers: Partial<Record<Kind, Maker>> = {
  customers: customers.makeCustomer,
  customer_bank_accounts: customers.makeAccount,
  mandates: makeMandate,
  payments: (house, body) => makePayment(house, body),
  refunds: makeRefund,
  billing_requests: makeBillingRequest,
  billing_request_flows: makeFlow,
}

type Action = (house: House, id: string, data: Fields) => object

const actions: Record<string, Action> = {
  'customer_bank_accounts/disable': customers.disableAccount,
  'mandates/cancel': cancelMandate,
  'mandates/reinstate': reinstateMandate,
  'payments/cancel': (house, id) => cancelPayment(house, found(house, 'payments', id)),
  'payments/retry': retryPayment,
  'billing_request_flows/initialise': initialiseFlow,
  'subscriptions/cancel': cancelSubscription,
}

/** Answers as GoCardless does. */
export function speak(house: House, { method, url, headers, body, retryWebhook }: Call): Reply {
  const [, name = '', id = '', word = '', action = '', ...rest] = url.pathname
    .split('/')
    .map(decodeURIComponent)
  if (rest.length > 0 || (word !== '' && word !== 'actions')) throw noPath()
  if (name === 'payout_items' && method === 'GET' && !id) return payoutItems(house, url)
  if (name === 'balances' && method === 'GET' && !id) return balances(house)
  if (name === 'scenario_simulators' && method === 'POST' && action === 'run')
    return { status: 200, body: { scenario_simulators: simulate(house, id, dataIn(body)) } }
  const kind = kinds.find((one) => one === name)
  if (!kind) throw noPath()
  if (method === 'POST' && !id) return make(house, kind, headers['idempotency-key'], body)
  if (method === 'POST' && action) {
    if (!house.books[kind].has(id)) throw notFound()
    const data = dataIn(body)
    if (kind === 'billing_requests') return shown(house, kind, actOn(house, id, action, data))
    if (kind === 'webhooks' && action === 'retry') return shown(house, kind, retryWebhook(id))
    const act = actions[`${kind}/${action}`]
    if (act) return shown(house, kind, act(house, id, data))
  }
  if (method === 'GET' && !id) return list(house, kind, url)
  if (method === 'GET' && !word) return shown(house, kind, found(house, kind, id))
  if (method === 'PUT' && id) return shown(house, kind, change(house, kind, id, body))
  if (method === 'DELETE' && kind === 'customers' && id)
    return shown(house, kind, customers.removeCustomer(house, id))
  throw id ? noPath() : misused(405, 'method_not_allowed', 'Method not allowed')
}

/** What is held for the creditor, by kind. */
function balances(house: House): Reply {
  const { confirmed_funds, pending_payouts } = balanceOf(house)
  const [creditor = ''] = house.books.creditors.keys()
  const last_updated_at = textOf(house.clock.now())
  const held = Object.entries({ confirmed_funds, pending_payouts, pending_payments_submitted: 0 })
  const body = held.map(([balance_type, amount]) => ({
    balance_type,
    amount,
    currency: 'NZD',
    last_updated_at,
    links: { creditor },
  }))
  const meta = { cursors: { before: null, after: null }, limit: 50 }
  return { status: 200, body: { balances: body, meta } }
}

const noPath = () => misused(404, 'path_not_found', 'Path not found')

/** What a key made is made once; keys are remembered for a day. */
function make(house: House, kind: Kind, key: string | string[] | undefined, body: Fields): Reply {
  const maker = makers[kind]
  if (!maker) throw misused(405, 'method_not_allowed', 'Method not allowed')
  const { keys } = house.books
  const now = house.clock.now()
  const name = `${kind} ${key}`
  const before = key ? keys.get(name) : undefined
  if (String(key ?? '').length > 128)
    throw misused(400, 'idempotency_key_too_long', 'The idempotency key is too long')
  if (before && now - before.at < DAY_MS) throw madeBefore(before.id)
  const made = maker(house, envelopeIn(kind, body))
  if (key) keys.set(name, { id: made.id, at: now })
  return { ...shown(house, kind, made), status: 201, headers: { location: `/${kind}/${made.id}` } }
}

function envelopeIn(kind: string, body: Fields): Fields {
  const inner = body[kind]
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
    throw misused(400, 'invalid_document_structure', `The body must have one member, "${kind}"`)
  return { ...inner }
}

function dataIn({ data }: Fields): Fields {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

const changeable = ['customer_bank_accounts', 'mandates', 'payments', 'refunds', 'payouts']

/** Most records let nothing but their metadata be changed. */
function change(house: House, kind: Kind, id: string, body: Fields): object {
  const given = envelopeIn(kind, body)
  if (kind === 'customers') return customers.changeCustomer(house, id, given)
  if (!changeable.includes(kind)) throw misused(405, 'method_not_allowed', 'Method not allowed')
  const record = found(house, kind, id)
  const mayChange = kind === 'payments' ? ['metadata', 'retry_if_possible'] : ['metadata']
  const other = Object.keys(given).find((field) => !mayChange.includes(field))
  if (other) throw invalid(kind, { [other]: 'cannot be changed' })
  record.metadata = metadataOf(kind, given.metadata ?? record.metadata)
  return Object.assign(record, given, { metadata: record.metadata })
}
