import type { DebitCause, MandateStatus } from '#domain/directdebit/provider-words.ts'
import type { SignedInput } from '#domain/kit/signed-input.ts'
import type { Config } from '#server/kit/start/config.ts'

/** Whom the provider collects for: the organisation, as it knows it. */
export interface Creditor {
  id: string
  name: string
}

/** A customer as the provider needs to know them. */
export interface Payer {
  /** A business has its name; a person has both of theirs. */
  company_name: string | null
  given_name: string | null
  family_name: string | null
  email: string | null
  /** With the country's number, such as +6421123456; providers may want one in New Zealand. */
  phone?: string | null
  street: string | null
  suburb: string | null
  city: string | null
  postcode: string | null
  /** Ours, so that what a call made is found again. */
  our_id: string
}

/** An authority to collect, as the provider has it. */
export interface ProviderMandate {
  id: string
  status: MandateStatus
  customer_id: string
  account_id: string
  reference: string | null
  next_possible_charge_date: string | null
  /** The key of the call that made it; null where it was made elsewhere. */
  our_key: string | null
}

export interface ProviderAccount {
  id: string
  account_holder: string
  ending: string
}

/** What the provider calls the way of a debit. */
export type ProviderDebitStatus =
  | 'pending_customer_approval'
  | 'pending_submission'
  | 'submitted'
  | 'confirmed'
  | 'paid_out'
  | 'cancelled'
  | 'customer_approval_denied'
  | 'failed'
  | 'charged_back'

export interface ProviderDebit {
  id: string
  status: ProviderDebitStatus
  mandate_id: string
  /** In cents. */
  amount: number
  amount_refunded: number
  charge_date: string
  reference: string | null
  payout_id: string | null
  our_key: string | null
  /** It belongs to a series that somebody made at the provider. */
  subscription_id: string | null
}

export interface ProviderRefund {
  id: string
  status: string
  amount: number
  debit_id: string | null
  our_key: string | null
}

export interface ProviderPayout {
  id: string
  status: 'pending' | 'paid' | 'bounced'
  amount: number
  arrival_date: string | null
  reference: string | null
}

/** One of the sums a payout is made of; a tenth of a cent is the smallest. */
export interface ProviderPayoutItem {
  type: string
  /** In cents, with a tenth where there is one, such as -18.5. */
  amount: string
  /** Of it, what is tax. */
  taxes: readonly { amount: string }[]
  debit_id: string | null
  mandate_id: string | null
  refund_id: string | null
}

/** Something that happened at the provider: only that it did, and why, is taken from it. */
export interface ProviderEvent {
  id: string
  created_at: string
  resource_type: string
  action: string
  cause: DebitCause | null
  origin: string | null
  description: string | null
  will_attempt_retry: boolean
  /** What it is about: its id at the provider by kind, such as mandate, payment, payout. */
  links: Record<string, string>
}

/** Where a customer authorises us on the provider's own page. */
export interface AuthorisationPage {
  request_id: string
  url: string
}

/** What became of an authorisation that a customer was sent to. */
export interface Authorisation {
  status: 'pending' | 'fulfilled' | 'cancelled'
  mandate_id: string | null
  customer_id: string | null
  account_id: string | null
}

/** What the call makes is found again by its key, and a second call with it makes nothing. */
interface Keyed {
  key: string
}

export interface NewDebit extends Keyed {
  mandate_id: string
  amount: number
  charge_date: string
  reference: string | null
  description: string
}

/** Collects money from customers' bank accounts; one account of ours with the provider. */
export interface DirectDebit {
  creditor(): Promise<Creditor>

  makePayer(payer: Payer & Keyed): Promise<{ id: string }>
  changePayer(id: string, payer: Payer): Promise<void>
  /** Sixteen digits; the provider keeps them. */
  makeAccount(
    account: { payer_id: string; account_holder: string; digits: string } & Keyed,
  ): Promise<ProviderAccount>
  account(id: string): Promise<ProviderAccount>

  makeMandate(mandate: { account_id: string } & Keyed): Promise<ProviderMandate>
  mandate(id: string): Promise<ProviderMandate>
  cancelMandate(id: string): Promise<ProviderMandate>
  reinstateMandate(id: string): Promise<ProviderMandate>

  /** Sends a customer to the provider's page to authorise us, and back. */
  askToAuthorise(
    asked: { payer: Payer; payer_id: string | null; back_to: string } & Keyed,
  ): Promise<AuthorisationPage>
  authorisation(request_id: string): Promise<Authorisation>

  makeDebit(debit: NewDebit): Promise<ProviderDebit>
  debit(id: string): Promise<ProviderDebit>
  cancelDebit(id: string): Promise<ProviderDebit>
  /** Debits of one mandate, or all that were made since; the newest first. */
  debits(asked: { mandate_id?: string; since?: string }): Promise<ProviderDebit[]>
  /** Ends a series that somebody made at the provider; one that has ended already is no trouble. */
  endSubscription(id: string): Promise<void>
  isSubscriptionRunning(id: string): Promise<boolean>

  /** `total` is all that will have been refunded of the debit, this included. */
  refund(
    asked: { debit_id: string; amount: number; total: number } & Keyed,
  ): Promise<ProviderRefund>
  refundNow(id: string): Promise<ProviderRefund>

  payout(id: string): Promise<ProviderPayout>
  payoutItems(payout_id: string): Promise<ProviderPayoutItem[]>
  /** Everything that happened since an instant, the oldest first. */
  events(since: string): Promise<ProviderEvent[]>
  /** What it holds for us: confirmed and not paid out, and paid out but not there yet; in cents. */
  held(creditor_id: string): Promise<number>
}

/**
 * Why the provider did not do what was asked. `unknown`: it may have been done. `busy`: it asks us to
 * wait. `refused`: it will not, and says why. `ended`: it does not let us in any more. `missing`:
 * there is no such thing there.
 */
export class DebitTrouble extends Error {
  readonly kind: 'unknown' | 'busy' | 'refused' | 'ended' | 'missing'
  readonly retryAfterSeconds: number
  /** The provider's own word for it, such as mandate_is_inactive. */
  readonly code: string | null

  constructor(
    kind: DebitTrouble['kind'],
    message: string,
    {
      retryAfterSeconds = 0,
      code = null,
    }: { retryAfterSeconds?: number; code?: string | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
    this.code = code
  }
}

/** Webhooks as the provider signs them: null where no secret fits, else what happened. */
export type ReadWebhook = (
  signed: SignedInput,
  secrets: readonly string[],
) => { events: ProviderEvent[] } | 'unreadable' | null

/** The provider of this installation, opened with an organisation's token. */
export async function directDebitFor({ gocardless }: Config, token: string): Promise<DirectDebit> {
  const { gocardlessDebit } = await import('./gocardless-debit.ts')
  return gocardlessDebit(gocardless, token)
}
