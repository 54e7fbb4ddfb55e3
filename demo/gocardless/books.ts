import { newId } from './ids.ts'
import type {
  BankAccount,
  BillingRequest,
  Creditor,
  Customer,
  Entry,
  Event,
  Flow,
  Mandate,
  Payment,
  Payout,
  Refund,
  Subscription,
  Webhook,
} from './records.ts'

interface Kinds {
  customers: Customer
  customer_bank_accounts: BankAccount
  mandates: Mandate
  payments: Payment
  refunds: Refund
  payouts: Payout
  billing_requests: BillingRequest
  billing_request_flows: Flow
  subscriptions: Subscription
  events: Event
  webhooks: Webhook
  creditors: Creditor
}
export type Kind = keyof Kinds

/** All that the double knows, each kind by its ids in the order of their making. */
export type Books = { [kind in Kind]: Map<string, Kinds[kind]> } & {
  entries: Entry[]
  /** By kind and key: what was made with it, and when. */
  keys: Map<string, { id: string; at: number }>
}

export const kinds: readonly Kind[] = [
  'customers',
  'customer_bank_accounts',
  'mandates',
  'payments',
  'refunds',
  'payouts',
  'billing_requests',
  'billing_request_flows',
  'subscriptions',
  'events',
  'webhooks',
  'creditors',
]

export function newBooks(creditorName: string): Books {
  const creditor: Creditor = {
    id: newId('CR'),
    created_at: '2026-01-05T00:00:00.000Z',
    name: creditorName,
    address_line1: '1 Quay Street',
    city: 'Auckland',
    postal_code: '1010',
    country_code: 'NZ',
    can_create_refunds: true,
    creditor_type: 'company',
    verification_status: 'successful',
    merchant_responsible_for_notifications: false,
    scheme_identifiers: [
      {
        id: newId('SU'),
        scheme: 'becs_nz',
        currency: 'NZD',
        reference: '1220559',
        status: 'active',
      },
    ],
    metadata: {},
    links: { default_nzd_payout_account: newId('BA') },
  }
  return {
    customers: new Map(),
    customer_bank_accounts: new Map(),
    mandates: new Map(),
    payments: new Map(),
    refunds: new Map(),
    payouts: new Map(),
    billing_requests: new Map(),
    billing_request_flows: new Map(),
    subscriptions: new Map(),
    events: new Map(),
    webhooks: new Map(),
    creditors: new Map([[creditor.id, creditor]]),
    entries: [],
    keys: new Map(),
  }
}
