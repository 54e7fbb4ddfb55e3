import { z } from 'zod'
import { amount, reason } from '#domain/kit/action-input.ts'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { signedInput } from '#domain/kit/signed-input.ts'
import { storableText } from '#domain/kit/storable.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { DebitCode } from './debit-refusal.ts'

export const connectionStates = ['working', 'broken'] as const

/** How the organisation's account with the provider stands; never what opens it. */
export interface DirectDebitConnection {
  is_connected: boolean
  connection: {
    connection_status: (typeof connectionStates)[number]
    creditor_name: string
    message: string | null
    connected_at: string
    connected_by: string
    /** Where the provider tells us what happened; entered there, together with the secret. */
    webhook_url: string
    /** Calls that wait, and until when none is made because too many came to nothing. */
    waiting_calls: number
    waiting_until: string | null
    events_until: string
  } | null
}

/** How many debits, and how much. */
export interface DebitSum {
  count: number
  amount: string
}

export interface DirectDebitOverview {
  planned: DebitSum
  with_bank: DebitSum
  /** In the last thirty days. */
  not_honoured: DebitSum
  payouts_under_way: DebitSum
  unmatched_payouts: DebitSum
  /** Customers who were invited to authorise us and have not done so. */
  invited: number
  /** Customers whose debits are stopped until somebody looks. */
  frozen: number
}

/** Somebody who was asked to authorise us, and how far they have come. */
export interface OpenInvitation {
  id: number
  customer_id: number
  customer_name: string
  email: string
  invited_by: string
  sent_at: string
  /** When they first looked at what they are asked for. */
  opened_at: string | null
  /** They went on to the provider's page. */
  has_begun: boolean
  expires_at: string
  is_expired: boolean
  /** In place of an authority there is. */
  replaces: boolean
}

/** A debit that would be made, or was, or why it cannot be. */
export interface CollectLine {
  invoice_id: number
  invoice_number: string
  customer_id: number
  customer_name: string
  amount: string
  charge_date: string | null
  code: DebitCode | null
  reason: string | null
  invoicepayment_id: number | null
}

// Who connects an account lets somebody's word into the books, and money out of customers' accounts.
const connecting: Policy = { from: 'admin', stepUp: true, apiKey: false }

export const directdebitCalls = {
  state: call({
    method: 'GET',
    path: '/directdebit',
    summary: 'Whether direct debit is connected, and how the connection stands',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<DirectDebitConnection>(),
  }),
  overview: call({
    method: 'GET',
    path: '/directdebit/overview',
    summary: 'What is planned, with the bank, not honoured and under way to us, with its sums',
    policy: { from: 'accounting' },
    input: z.object({}),
    answers: data<DirectDebitOverview>(),
  }),
  connect: call({
    method: 'POST',
    path: '/directdebit/connect',
    summary: 'Connect the organisation’s account with the provider; token and secret are sealed',
    policy: connecting,
    input: z.strictObject({
      token: storableText(500, 'The token is needed.'),
      webhook_secret: storableText(500, 'The secret of the webhook is needed.'),
    }),
    answers: data<DirectDebitConnection>(),
    replayed: false,
  }),
  disconnect: call({
    method: 'POST',
    path: '/directdebit/disconnect',
    summary: 'Forget the token: nothing is collected until it is connected again',
    policy: { from: 'admin', apiKey: false },
    input: z.strictObject({ reason }),
    answers: data<DirectDebitConnection>(),
  }),
  sync: call({
    method: 'POST',
    path: '/directdebit/sync',
    summary: 'Ask the provider now what happened since we last heard from it',
    policy: { from: 'accounting' },
    input: z.strictObject({}),
    answers: data<{ job_id: string }>(),
    status: 202,
  }),
  invitations: call({
    method: 'GET',
    path: '/directdebit/invitations',
    summary: 'Customers who were invited to authorise us and have not done so',
    policy: { from: 'accounting' },
    input: z.object({}),
    answers: data<OpenInvitation[]>(),
  }),
  withdrawInvitation: call({
    method: 'POST',
    path: '/directdebit/withdrawinvitation',
    summary: 'Take an invitation back: its link opens nothing any more',
    policy: { from: 'accounting' },
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
  resume: call({
    method: 'POST',
    path: '/directdebit/resume',
    summary: 'Let debits of a customer be planned again after they were stopped',
    policy: { from: 'manager' },
    input: z.strictObject({ customer_id: idSchema, reason }),
    answers: data<{ customer_id: number }>(),
  }),
}

/** Debits that people ask for. */
export const collectCalls = {
  collect: call({
    method: 'POST',
    path: '/invoicepayment/collect',
    summary: 'Collect from a customer’s account: for an invoice, or what is open',
    policy: { from: 'accounting' },
    input: z.strictObject({
      customer_id: idSchema,
      invoice_id: idSchema.optional(),
      amount: amount.optional(),
      charge_date: sentDay('Day of the debit').optional(),
      /** They asked for it themselves, so no notice is needed; the note says when and how. */
      requested_by_customer: z.boolean().optional(),
      note: z.string().trim().max(1000).optional(),
    }),
    answers: data<{ id: number; amount: string; charge_date: string }>(),
    status: 201,
  }),
  collectMany: call({
    method: 'POST',
    path: '/invoices/collect',
    summary: 'Collect many invoices, each with its reason where it cannot be; or only look',
    policy: { from: 'accounting' },
    input: z.strictObject({
      ids: z.array(idSchema).min(1).max(500),
      dry_run: z.boolean().optional(),
    }),
    answers: data<CollectLine[]>(),
  }),
  endSeries: call({
    method: 'POST',
    path: '/invoicepayment/endseries',
    summary: 'End a series of debits that somebody made at the provider',
    policy: { from: 'accounting' },
    input: z.strictObject({ id: idSchema, reason }),
    answers: data<{ id: number }>(),
    target: invoicepayment,
  }),
  paymentEvidence: call({
    method: 'GET',
    path: '/invoicepayment/evidence',
    summary: 'What shows that a debit was announced and agreed to, and what went back of it',
    policy: { from: 'accounting' },
    input: z.object({ id: idSchema }),
    answers: data<DebitEvidence>(),
    target: invoicepayment,
  }),
}

/** For whoever answers a bank that takes money back: when they agreed, and when they were told. */
export interface DebitEvidence {
  source: string
  consent_text_version: string | null
  consent_at: string | null
  consent_script_read: boolean
  consent_file_id: number | null
  notices: { message_id: number; subject: string | null; channel: string; sent_at: string | null }[]
  refunds: ProviderRefund[]
}

/** Money that the provider was asked to give back. */
export interface ProviderRefund {
  id: number
  amount: string
  refund_status: 'asked' | 'sent' | 'paid' | 'returned' | 'refused'
  message: string | null
  created_at: string
}

/** What the provider itself calls. */
export const gocardlessCalls = {
  hear: call({
    method: 'POST',
    path: '/webhooks/gocardless/:key',
    summary: 'What happened at the direct debit provider; signed by it, and looked up there',
    policy: { from: 'guest' },
    input: signedInput({ key: z.string().max(200) }),
    answers: data<null>(),
    shows: z.null(),
    signedBy: ['webhook-signature'],
    status: 204,
    replayed: false,
  }),
}
