import { z } from 'zod'
import { mandateStatuses } from '#domain/directdebit/provider-words.ts'

// What GoCardless answers, as far as it matters to us. An amount is whole cents but in items of
// payouts, which are written with a tenth. A status nobody knows makes an answer unreadable.

const id = z.string().min(1).max(100)
const link = id.nullish()
const text = z.string().max(2000).nullish()
const cents = z.number().int()
const tenths = z.string().regex(/^-?\d{1,15}(\.\d{1,3})?$/)
const currency = z.string().max(10)
const metadata = z.record(z.string(), z.string()).nullish()
const day = z.iso.date()

const mandate = z.object({
  id,
  status: z.enum(mandateStatuses),
  reference: text,
  next_possible_charge_date: day.nullish(),
  metadata,
  links: z.object({ customer: id, customer_bank_account: id }),
})

const payment = z.object({
  id,
  status: z.enum([
    'pending_customer_approval',
    'pending_submission',
    'submitted',
    'confirmed',
    'paid_out',
    'cancelled',
    'customer_approval_denied',
    'failed',
    'charged_back',
  ]),
  amount: cents,
  amount_refunded: cents.nullish(),
  currency,
  charge_date: day.nullish(),
  reference: text,
  metadata,
  links: z.object({ mandate: link, payout: link, subscription: link }),
})

const payout = z.object({
  id,
  status: z.enum(['pending', 'paid', 'bounced']),
  amount: cents,
  arrival_date: day.nullish(),
  reference: text,
})

const payoutItem = z.object({
  type: z.string().max(100),
  amount: tenths,
  taxes: z.array(z.object({ amount: tenths })).nullish(),
  links: z.object({ payment: link, mandate: link, refund: link }).nullish(),
})

const billingRequest = z.object({
  id,
  status: z.enum(['pending', 'ready_to_fulfil', 'fulfilling', 'fulfilled', 'cancelled']),
  links: z.object({ mandate_request_mandate: link, customer: link, customer_bank_account: link }),
})

const event = z.object({
  id,
  created_at: z.iso.datetime({ offset: true }),
  resource_type: z.string().max(100),
  action: z.string().max(100),
  details: z
    .object({
      cause: text,
      origin: text,
      description: text,
      will_attempt_retry: z.boolean().nullish(),
    })
    .nullish(),
  links: z.record(z.string(), link).nullish(),
})

/** The kinds of things there, by their names in addresses and envelopes. */
export const kinds = {
  creditors: z.object({ id, name: z.string().max(500) }),
  customers: z.object({ id, metadata }),
  customer_bank_accounts: z.object({
    id,
    account_holder_name: z.string().max(500),
    account_number_ending: z.string().max(20),
    links: z.object({ customer: link }),
  }),
  mandates: mandate,
  payments: payment,
  subscriptions: z.object({ id, status: z.string().max(100) }),
  refunds: z.object({
    id,
    status: z.string().max(100),
    amount: cents,
    metadata,
    links: z.object({ payment: link }).nullish(),
  }),
  payouts: payout,
  payout_items: payoutItem,
  balances: z.object({ amount: cents, balance_type: z.string().max(100), currency }),
  billing_requests: billingRequest,
  billing_request_flows: z.object({ authorisation_url: z.url().max(2000) }),
  events: event,
}
export type Kind = keyof typeof kinds
export type Thing<K extends Kind> = z.infer<(typeof kinds)[K]>
